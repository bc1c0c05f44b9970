import { startHostTimer } from "@terrarium/phone-system/host-time";
import { createContext, type ReactNode } from "react";
import createReconciler from "react-reconciler";
import {
  ConcurrentRoot,
  DefaultEventPriority,
  DiscreteEventPriority,
  NoEventPriority,
} from "react-reconciler/constants.js";
import { measureNode } from "./measure-node.ts";
import { UiNode, type ElementKind, type HostProps, type NodeHost } from "./node.ts";

/** Receiver of the renderer's events, implemented by a screen. */
export interface RenderHost extends NodeHost {
  readonly root: UiNode;
  /** Called after a change; the screen must be drawn soon. */
  onCommit(): void;
  /** Called when a node is removed from the screen, before it is destroyed. */
  onRemove(node: UiNode): void;
  /** Called when a field that requests the focus appears. */
  onTakeFocus(node: UiNode): void;
}

/** An empty context: elements do not depend on their position, but React requires a context. */
const hostContext = {};

let updatePriority: number = NoEventPriority;

const reconciler = createReconciler<
  ElementKind,
  HostProps,
  RenderHost,
  UiNode,
  never,
  never,
  never,
  never,
  never,
  UiNode,
  object,
  never,
  NodeJS.Timeout,
  -1,
  null,
  null,
  null,
  never,
  never,
  never
>({
  rendererPackageName: "terrarium-ui",
  rendererVersion: "1",
  extraDevToolsConfig: null,
  bindToConsole: (method, args) => console.error.bind(console, method, ...args),
  supportsMutation: true,
  supportsPersistence: false,
  supportsHydration: false,
  isPrimaryRenderer: true,
  supportsMicrotasks: true,
  scheduleMicrotask: queueMicrotask,
  // React delays only fallbacks of suspended screens, and no screen suspends.
  scheduleTimeout: (act, delayMs) => startHostTimer(delayMs ?? 0, act),
  cancelTimeout: clearTimeout,
  noTimeout: -1,

  createInstance(kind, props, host) {
    const node = new UiNode(kind, props, host);
    if (node.measured) measureNode(node);
    return node;
  },
  createTextInstance(text) {
    throw new Error(`"${text}" stands outside of <Text>`);
  },
  appendInitialChild: (parent, child) => parent.insert(child),
  finalizeInitialChildren: (_node, _kind, props) => props.takesFocus === true,
  commitMount: (node) => hostOf(node)?.onTakeFocus(node),
  shouldSetTextContent: () => false,
  getRootHostContext: () => hostContext,
  getChildHostContext: (context) => context,
  getPublicInstance: (node) => node,
  prepareForCommit: () => null,
  resetAfterCommit: (host) => host.onCommit(),
  preparePortalMount: () => undefined,

  appendChild: insert,
  appendChildToContainer: (host, child) => host.root.insert(child),
  insertBefore: insert,
  insertInContainerBefore: (host, child, before) => host.root.insert(child, before),
  removeChild(parent, child) {
    remove(child);
    parent.remeasure();
  },
  removeChildFromContainer: (_host, child) => remove(child),
  clearContainer(host) {
    for (const child of host.root.children.toReversed()) remove(child);
  },
  commitUpdate(node, _kind, previous, next) {
    node.update(next);
    if (node.measured && textChanged(previous, next)) node.yoga.markDirty();
    node.parent?.remeasure();
  },
  hideInstance: (node) => node.update({ ...node.props, style: { ...node.style, hidden: true } }),
  unhideInstance: (node, props) => node.update(props),
  detachDeletedInstance: () => undefined,

  setCurrentUpdatePriority: (priority) => {
    updatePriority = priority;
  },
  getCurrentUpdatePriority: () => updatePriority,
  resolveUpdatePriority: () => (updatePriority === NoEventPriority ? DefaultEventPriority : updatePriority),
  shouldAttemptEagerTransition: () => false,
  trackSchedulerEvent: () => undefined,
  resolveEventType: () => null,
  resolveEventTimeStamp: () => -1.1,
  requestPostPaintCallback: () => undefined,
  maySuspendCommit: () => false,
  maySuspendCommitOnUpdate: () => false,
  maySuspendCommitInSyncRender: () => false,
  preloadInstance: () => true,
  startSuspendingCommit: () => null,
  suspendInstance: () => undefined,
  suspendOnActiveViewTransition: () => undefined,
  waitForCommitToBeReady: () => null,
  getSuspendedCommitReason: () => null,
  NotPendingTransition: null,
  HostTransitionContext: createContext(null) as never,
  resetFormInstance: () => undefined,
  getInstanceFromNode: () => null,
  beforeActiveInstanceBlur: () => undefined,
  afterActiveInstanceBlur: () => undefined,
  prepareScopeUpdate: () => undefined,
  getInstanceFromScope: () => null,
});

const hosts = new WeakMap<UiNode, RenderHost>();

function hostOf(node: UiNode): RenderHost | undefined {
  for (const ancestor of node.path()) if (!ancestor.parent) return hosts.get(ancestor);
  return undefined;
}

function insert(parent: UiNode, child: UiNode, before?: UiNode): void {
  parent.insert(child, before);
  parent.remeasure();
}

function remove(child: UiNode): void {
  hostOf(child)?.onRemove(child);
  child.detach();
  child.destroy();
}

function textChanged(previous: HostProps, next: HostProps): boolean {
  return (
    previous.text !== next.text ||
    previous.spans !== next.spans ||
    previous.value !== next.value ||
    previous.placeholder !== next.placeholder ||
    previous.maxLines !== next.maxLines ||
    previous.textStyle?.size !== next.textStyle?.size ||
    previous.textStyle?.lineHeight !== next.textStyle?.lineHeight ||
    previous.textStyle?.weight !== next.textStyle?.weight ||
    previous.textStyle?.letterSpacing !== next.textStyle?.letterSpacing ||
    previous.textStyle?.fixed !== next.textStyle?.fixed
  );
}

/** A React tree on a host. Renders elements, and runs handlers so that their changes are committed on return. */
export class ReactRoot {
  readonly #container;
  readonly #onError: (error: unknown) => void;

  constructor(host: RenderHost, onError: (error: unknown) => void) {
    this.#onError = onError;
    hosts.set(host.root, host);
    const report = (error: unknown): void => onError(error);
    this.#container = reconciler.createContainer(
      host,
      ConcurrentRoot,
      null,
      false,
      null,
      "",
      report,
      // The error boundary reports the errors that it catches.
      () => undefined,
      report,
      () => undefined,
      null,
    );
  }

  render(element: ReactNode): void {
    reconciler.updateContainerSync(element, this.#container, null, null);
    reconciler.flushSyncWork();
    reconciler.flushPassiveEffects();
  }

  /**
   * Runs a handler and commits its state changes before returning. Reports an error of the handler without rethrowing
   * it.
   */
  run(handler: () => void): void {
    const previous = updatePriority;
    updatePriority = DiscreteEventPriority;
    try {
      handler();
    } catch (error) {
      this.#onError(error);
    } finally {
      updatePriority = previous;
      reconciler.flushSyncWork();
    }
  }
}
