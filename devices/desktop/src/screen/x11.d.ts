/** Types of the used part of x11 4.2; the package has none. */
declare module "x11" {
  type Answer<T> = (error: Error | null, value: T) => void;

  interface XEvent {
    name: string;
    /** Fields of the handled events (X11 protocol; XFIXES). */
    time?: number;
    owner?: number;
    requestor?: number;
    selection?: number;
    target?: number;
    property?: number;
    wid?: number;
    atom?: number;
    state?: number;
    /** Data of a message from another program. */
    data?: number[];
  }

  interface XClient {
    /** Atom numbers by name: predefined and looked-up ones. */
    atoms: Record<string, number>;
    AllocID(): number;
    on(event: "event", listener: (event: XEvent) => void): void;
    on(event: "error" | "end", listener: (error?: Error) => void): void;
    require(extension: string, answer: Answer<never>): void;
    close(): void;
    InternAtom(onlyIfExists: boolean, name: string, answer: Answer<number>): void;
    QueryPointer(window: number, answer: Answer<unknown>): void;
    GetKeyboardMapping(first: number, count: number, answer: Answer<number[][]>): void;
    ChangeKeyboardMapping(first: number, perKey: number, keysyms: number[]): void;
    CreateWindow(
      id: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      border: number,
      depth: number,
      windowClass: number,
      visual: number,
      values: Record<string, number>,
    ): void;
    ChangeWindowAttributes(window: number, values: { eventMask: number }): void;
    SetSelectionOwner(owner: number, selection: number, time: number): void;
    ConvertSelection(requestor: number, selection: number, target: number, property: number, time: number): void;
    ChangeProperty(mode: number, window: number, property: number, type: number, unit: number, data: Buffer): void;
    DeleteProperty(window: number, property: number): void;
    GetProperty(
      remove: number,
      window: number,
      property: number,
      type: number,
      offset: number,
      length: number,
      answer: Answer<{ type: number; data: Buffer; bytesAfter: number }>,
    ): void;
    GetWindowAttributes(window: number, answer: Answer<{ mapState: number }>): void;
    GetGeometry(drawable: number, answer: Answer<{ width: number; height: number }>): void;
    TranslateCoordinates(
      from: number,
      to: number,
      x: number,
      y: number,
      answer: Answer<{ destX: number; destY: number }>,
    ): void;
    SendEvent(
      window: number,
      propagate: boolean,
      mask: number,
      event: { name: string } & Record<string, unknown>,
    ): void;
    SendClientMessage(
      to: number,
      about: number,
      type: number,
      unit: 8 | 16 | 32,
      data: readonly number[],
      mask: number,
    ): void;
  }

  interface Display {
    client: XClient;
    min_keycode: number;
    max_keycode: number;
    screen: { root: number }[];
  }

  const x11: {
    createClient(options: { display: string }, answer: Answer<Display>): void;
  };
  export default x11;
  export type { Answer, Display, XClient, XEvent };
}
