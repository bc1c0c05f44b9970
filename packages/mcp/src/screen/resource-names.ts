/** Returns the name of a resource without its package. */
export const shortId = (id: string): string => id.slice(id.indexOf("/") + 1);

/** Returns the name of a class without its package. */
export const shortClass = (className: string): string => className.slice(className.lastIndexOf(".") + 1);
