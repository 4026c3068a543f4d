// A websocket without a server.

export class Socket {
  binaryType = '';
  sent: unknown[] = [];
  closed = false;
  onmessage: (event: { data: unknown }) => void = () => {};
  onclose: () => void = () => {};
  constructor(readonly address: string) {}
  send(what: unknown) {
    this.sent.push(what);
  }
  close() {
    this.closed = true;
  }
  says(message: object) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  puts(bytes: number) {
    this.onmessage({ data: new Uint8Array(bytes).buffer });
  }
}
