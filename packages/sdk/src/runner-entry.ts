/**
 * Exports of the packages `@terrarium/sdk` and `gbox-sdk`, and of the same modules in the playground (dist/runner.js).
 */
export { AndroidGbox, Architecture } from "./android-gbox.ts";
export { GboxClient } from "./gbox-client.ts";
export { TerrariumClient, TerrariumClient as Terrarium } from "./terrarium-client.ts";
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  TerrariumError,
  TimedOutError,
  UnprocessableError,
} from "./terrarium-error.ts";
