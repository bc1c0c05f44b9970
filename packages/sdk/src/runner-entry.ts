/** What scripts of the playground get from `gbox-sdk` and `@terrarium/sdk`: the bundle dist/runner.js. */
export { AndroidGbox, Architecture } from "./android-gbox.ts";
export { GboxClient } from "./gbox-client.ts";
export { Terrarium } from "./terrarium.ts";
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
