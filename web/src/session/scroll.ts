// The one writer of the page's scroll position: it follows the end while the reader is there.
import { signal } from '@preact/signals';

const AT_END = 80;

export class Scroll {
  readonly follows = signal(true);
  private top = 0;
  private readonly observers = new Set<ResizeObserver>();

  constructor(private readonly left: () => void) {}

  start(): () => void {
    const scrolled = () => {
      const up = window.scrollY < this.top - 1;
      this.top = window.scrollY;
      if (this.atEnd()) this.follows.value = true;
      else if (up && this.follows.value) {
        this.follows.value = false;
        this.left();
      }
    };
    window.addEventListener('scroll', scrolled, { passive: true });
    return () => window.removeEventListener('scroll', scrolled);
  }

  /** Whenever this grows, its end stays in view. */
  watch(element: HTMLElement): () => void {
    const observer = new ResizeObserver(() => {
      if (this.follows.peek()) this.toEnd();
    });
    observer.observe(element.parentElement ?? element);
    this.observers.add(observer);
    return () => {
      observer.disconnect();
      this.observers.delete(observer);
    };
  }

  toEnd() {
    this.follows.value = true;
    window.scrollTo(0, document.documentElement.scrollHeight);
    this.top = window.scrollY;
  }

  /** A step, in the middle of the view. */
  to(element: HTMLElement) {
    this.follows.value = false;
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
    this.top = window.scrollY;
  }

  private atEnd(): boolean {
    return window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - AT_END;
  }
}
