// What is used of noVNC, which has no types of its own.
declare module '@novnc/novnc' {
  export default class RFB extends EventTarget {
    constructor(target: HTMLElement, channel: WebSocket, options?: { shared?: boolean });
    viewOnly: boolean;
    scaleViewport: boolean;
    background: string;
    disconnect(): void;
    focus(options?: FocusOptions): void;
    /** Not of its interface: called with each size that the desktop takes. */
    _resize(width: number, height: number): void;
  }
}
