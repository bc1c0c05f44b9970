/** Fake of the browser's WebSocket. The test acts as the server. */
export class FakeWebSocket extends EventTarget {
  static readonly OPEN = 1;
  static made: FakeWebSocket[] = [];
  readonly sent: unknown[] = [];
  readonly protocols: string[];
  readyState = 0;
  binaryType = "blob";
  constructor(_url: string, protocols: string[]) {
    super();
    this.protocols = protocols;
    FakeWebSocket.made.push(this);
  }
  send(data: unknown) {
    this.sent.push(data);
  }
  close() {
    this.readyState = 3;
  }
  accept() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }
  say(data: string | ArrayBuffer) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
  end(code: number, reason = "") {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason }));
  }
}
