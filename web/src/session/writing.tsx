// What the model writes just now.
import { Markdown } from '../text/markdown.tsx';
import type { SessionState } from './store.ts';

export function Writing({ state }: { state: SessionState }) {
  const text = state.pieces.of().value;
  if (!text) return null;
  return (
    <div class="speech said writing" aria-hidden="true">
      <header>
        <b>Agent</b> <span class="hint">writes</span>
      </header>
      <Markdown text={text} />
    </div>
  );
}
