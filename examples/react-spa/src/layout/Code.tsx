const token = /(?<text>"[^"]*")|(?<word>\b(?:import|from|export|const|true)\b)/g;

/** A source file of this example with syntax colors. */
export function Code({ file, text }: { file: string; text: string }) {
  const pieces: { kind: string; text: string; at: number }[] = [];
  let at = 0;
  for (const match of text.matchAll(token)) {
    pieces.push({ kind: "plain", text: text.slice(at, match.index), at });
    pieces.push({ kind: match.groups?.text ? "text" : "word", text: match[0], at: match.index });
    at = match.index + match[0].length;
  }
  return (
    <figure className="code">
      <figcaption>{file}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls sideways needs keyboard access. */}
      <pre tabIndex={0}>
        <code>
          {pieces.map(({ kind, text, at }) => (
            <span key={`${at} ${kind}`} className={kind}>
              {text}
            </span>
          ))}
          {text.slice(at).trimEnd()}
        </code>
      </pre>
    </figure>
  );
}
