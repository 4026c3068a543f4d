// Looks again when something has happened: not more often than the pace allows, and only while somebody sees it.
const PACE = 3000;

export class Follow {
  private wanted = false;
  private resting = false;
  private closed = false;

  constructor(
    private readonly act: () => Promise<unknown>,
    private readonly rest: () => Promise<unknown> = () => new Promise(done => setTimeout(done, PACE)),
    private readonly seen = () => document.visibilityState === 'visible',
  ) {}

  want() {
    this.wanted = true;
    this.go();
  }

  go = async () => {
    if (!this.wanted || this.resting || this.closed || !this.seen()) return;
    this.wanted = false;
    this.resting = true;
    await Promise.allSettled([this.act(), this.rest()]);
    this.resting = false;
    this.go();
  };

  close() {
    this.closed = true;
  }
}
