import type { LinuxKind } from "../provider.ts";
import { ALLOWED_CALLS } from "./allowed-calls.ts";
import {
  ERRNOS,
  FAMILIES,
  NAMESPACE_CALLS,
  NETLINK,
  NETLINK_ROUTE,
  NEW_NAMESPACES,
  REFUSED_CALLS,
  mayMakeNamespaces,
} from "./system-calls.ts";

type Comparison =
  | { index: number; op: "SCMP_CMP_EQ" | "SCMP_CMP_NE" | "SCMP_CMP_GT"; value: number }
  | { index: number; op: "SCMP_CMP_MASKED_EQ"; value: number; valueTwo: number };

interface Rule {
  names: readonly string[];
  action: "SCMP_ACT_ALLOW" | "SCMP_ACT_ERRNO";
  errnoRet?: number;
  args?: readonly Comparison[];
}

/**
 * Returns the seccomp profile of a sandbox in a container, in the OCI's format (`linux.seccomp` of its runtime
 * specification). Container engines and kubelets accept it directly. It matches the filter of the embedded provider
 * (decision 87). Chromium's own sandbox needs calls that other kinds may not use.
 */
export function seccompProfile(kind: LinuxKind): object {
  const rules: Rule[] = [
    { names: ALLOWED_CALLS, action: "SCMP_ACT_ALLOW" },
    { names: Object.keys(REFUSED_CALLS), action: "SCMP_ACT_ERRNO", errnoRet: ERRNOS.EPERM },
    // Filters cannot see its flags, which are in memory. Libraries fall back to clone.
    { names: ["clone3"], action: "SCMP_ACT_ERRNO", errnoRet: ERRNOS.ENOSYS },
    ...namespaceRules(kind),
    ...socketRules(),
  ];
  return {
    // Unknown calls fail as on older kernels.
    defaultAction: "SCMP_ACT_ERRNO",
    defaultErrnoRet: ERRNOS.ENOSYS,
    architectures: ["SCMP_ARCH_X86_64", "SCMP_ARCH_AARCH64"],
    syscalls: rules,
  };
}

function namespaceRules(kind: LinuxKind): Rule[] {
  const names = Object.keys(NAMESPACE_CALLS);
  if (mayMakeNamespaces(kind)) return [{ names: [...names, "clone"], action: "SCMP_ACT_ALLOW" }];
  const without: Comparison = { index: 0, op: "SCMP_CMP_MASKED_EQ", value: NEW_NAMESPACES, valueTwo: 0 };
  return [
    { names, action: "SCMP_ACT_ERRNO", errnoRet: ERRNOS.EPERM },
    { names: ["clone"], action: "SCMP_ACT_ALLOW", args: [without] },
  ];
}

/** Returns the profile's file name in deploy/seccomp and on cluster nodes. */
export const profileFile = (kind: LinuxKind): string => (mayMakeNamespaces(kind) ? "browser.json" : "linux.json");

/** A profile cannot express "none of these", so each other family has a rule. */
function socketRules(): Rule[] {
  const rule = (args: readonly Comparison[], isAllowed: boolean): Rule => ({
    names: ["socket", "socketpair"],
    ...(isAllowed ? { action: "SCMP_ACT_ALLOW" } : { action: "SCMP_ACT_ERRNO", errnoRet: ERRNOS.EAFNOSUPPORT }),
    args,
  });
  const isFamily = (value: number): Comparison => ({ index: 0, op: "SCMP_CMP_EQ", value });
  const families = Array.from({ length: NETLINK }, (_, family) => family);
  return [
    ...families.map((family) => rule([isFamily(family)], FAMILIES.includes(family))),
    rule([isFamily(NETLINK), { index: 2, op: "SCMP_CMP_EQ", value: NETLINK_ROUTE }], true),
    rule([isFamily(NETLINK), { index: 2, op: "SCMP_CMP_NE", value: NETLINK_ROUTE }], false),
    rule([{ index: 0, op: "SCMP_CMP_GT", value: NETLINK }], false),
  ];
}
