/** The part of a syntax tree that the rule reads (ESTree). */
interface NewExpression {
  callee: { type: string; name?: string };
  arguments: unknown[];
}

interface Context {
  report(problem: { node: NewExpression; message: string }): void;
}

/** Rejects `new Date()` without a time, which reads the host's clock. */
const noCurrentDate = {
  create: (context: Context) => ({
    NewExpression(node: NewExpression) {
      if (node.callee.name === "Date" && node.arguments.length === 0)
        context.report({ node, message: "new Date() is the host's time; pass nowMs of the phone's clock" });
    },
  }),
};

// oxlint loads the default export of a plugin.
// oxlint-disable-next-line import/no-default-export
export default { meta: { name: "phone-time" }, rules: { "no-current-date": noCurrentDate } };
