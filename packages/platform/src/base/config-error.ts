/** An invalid setting that prevents the start. The message is one line and names it. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
