/** Takes one line of the device's log on its host: what happened, and with what. */
export type Log = (message: string, context?: Record<string, unknown>) => void;
