import { EventEmitter } from "node:events";
import { WebSocket } from "ws";

/** For tests: an open WebSocket. The test emits its incoming messages, whether it is paused or not. */
export function fakeWebSocket() {
  const state: { readyState: number; OPEN: number } = { readyState: WebSocket.OPEN, OPEN: WebSocket.OPEN };
  const socket = Object.assign(new EventEmitter(), state, { isPaused: false, closes: 0 });
  const pause = () => void (socket.isPaused = true);
  const resume = () => void (socket.isPaused = false);
  const close = () => {
    socket.closes += 1;
    socket.readyState = WebSocket.CLOSING;
  };
  return { socket, asWebSocket: Object.assign(socket, { pause, resume, close }) as unknown as WebSocket };
}
