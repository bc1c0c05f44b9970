import { type ComponentType, type ReactNode, Suspense, useEffect } from "react";
import { lateCode } from "../../ui/late-code.ts";
import { reportUnreachable } from "../../ui/toast.ts";
import { Failure } from "./Failure.tsx";

type Load<Name extends string, Props> = () => Promise<Record<Name, ComponentType<Props>>>;

export interface LateOptions {
  /** Not fetched before it is shown. */
  isLarge?: boolean;
}

/** Declares a component whose code is fetched later; throws MissingCodeError while it is shown and its code is missing. */
export function lateComponent<Name extends string, Props extends object>(
  name: Name,
  load: Load<Name, Props>,
  options?: LateOptions,
) {
  const code = lateCode(load, options);
  function Late(props: Props) {
    const Component: ComponentType<Props> = code.useCodeOrSuspend()[name];
    return <Component {...props} />;
  }
  return { fetch: code.fetch, Late };
}

/** Declares a part of a page whose code is fetched later. Missing code shows in place of the part, until it arrives. */
export function lateView<Name extends string, Props extends object>(
  name: Name,
  load: Load<Name, Props>,
  options?: LateOptions,
): ComponentType<Props> {
  const { Late } = lateComponent(name, load, options);
  return (props) => (
    <Failure size="part">
      <Late {...props} />
    </Failure>
  );
}

/**
 * Declares a dialog, or whatever else lies over a page, whose code is fetched later. A message tells the person that the
 * code is missing; the dialog opens when it arrives.
 */
export function lateDialog<Name extends string, Props extends object>(
  name: Name,
  load: Load<Name, Props>,
): ComponentType<Props> {
  const { Late } = lateComponent(name, load);
  return (props) => (
    <Failure size="part" renderMissing={() => <MissingDialog />}>
      <Suspense>
        <Late {...props} />
      </Suspense>
    </Failure>
  );
}

function MissingDialog(): ReactNode {
  useEffect(reportUnreachable, []);
  return null;
}
