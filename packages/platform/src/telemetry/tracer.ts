/** Tracer name of all spans of the server. */
export const TRACER = "terrarium";
