/** Under which name all spans of the server are made. */
export const TRACER = "terrarium";
