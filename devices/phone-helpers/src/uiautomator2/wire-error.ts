/** Failure of a request, with its status and W3C error code (appium-uiautomator2-server, common/exceptions). */
export class WireError extends Error {
  override readonly name = "WireError";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const invalidArgument = (message: string): WireError => new WireError(400, "invalid argument", message);

export const invalidSelector = (message: string): WireError => new WireError(400, "invalid selector", message);

export const noSuchElement = (): WireError =>
  new WireError(
    404,
    "no such element",
    "An element could not be located on the page using the given search parameters",
  );

export const staleElement = (): WireError =>
  new WireError(404, "stale element reference", "The element is no longer on the screen");
