import { type ComponentType, type ReactNode, Suspense, useEffect } from "react";
import { lateCode } from "../../ui/late-code.ts";
import { reportUnreachable } from "../../ui/toast.ts";
import { Failure } from "./Failure.tsx";

type Load<Name extends string, Props> = () => Promise<Record<Name, ComponentType<Props>>>;

export interface LateOptions {
  /** Whether to load the code only on first use. */
  isLarge?: boolean;
}

/** Declares a component with late-loaded code. It throws MissingCodeError while its code is missing. */
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

/** Declares a part of a page with late-loaded code. While the code is missing, a notice replaces the part. */
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
 * Declares a dialog or other overlay with late-loaded code. A toast reports missing code, and the dialog opens when the
 * code arrives.
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
