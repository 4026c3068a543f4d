/** Above each of them that is no list with an editor. */
export function Head({ children }: { children: string }) {
  return (
    <header class="head">
      <h1>{children}</h1>
      <p class="hint">the whole account</p>
    </header>
  );
}
