// A part of a long page that is in the document only while it is near the view; else it keeps its height.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface Properties {
  /** Whether it is in view at first. */
  near: boolean;
  /** What it is taken for as long as it was never shown, in pixels. */
  height: number;
  /** Whether it is in the document wherever the view is. */
  stays?: boolean;
  children: () => ComponentChildren;
}

const MARGIN = '1500px 0px';

export function Window({ near, height, stays, children }: Properties) {
  const shown = useSignal(near);
  const known = useRef(0);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      entries => {
        const seen = entries.some(entry => entry.isIntersecting);
        if (!seen && shown.peek() && place.current) known.current = place.current.offsetHeight;
        shown.value = seen || place.current?.contains(document.activeElement) === true;
      },
      { rootMargin: MARGIN, scrollMargin: MARGIN } as IntersectionObserverInit,
    );
    if (place.current) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  if (!shown.value && !stays)
    return <div ref={place} class="chunk" style={{ height: `${known.current || height}px` }} />;
  return (
    <div ref={place} class="chunk" style={{ height: 'auto' }}>
      {children()}
    </div>
  );
}
