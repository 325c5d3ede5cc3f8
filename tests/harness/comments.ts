import ts from "typescript";

/** The comments of a TypeScript file, without their asterisks, code blocks, code spans and examples. */
export function commentsIn(path: string, text: string): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, false, kindOf(path));
  const comments = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
    ];
    for (const { pos, end } of ranges) comments.set(pos, text.slice(pos, end));
    // Text between tags of JSX contains no comments.
    if (!ts.isJsxText(node)) ts.forEachChild(node, visit);
  };
  visit(source);
  return proseIn([...comments.values()].map(withoutMarks).join("\n"));
}

/** Text without code: what is left is read as sentences. */
export function proseIn(text: string): string {
  return text
    .replaceAll(/```[\s\S]*?```/g, "")
    .replaceAll(/@example.*(?:\n(?!\s*@).*)*/g, "")
    .replaceAll(/`[^`\n]*`/g, "X");
}

const withoutMarks = (comment: string): string =>
  comment.replaceAll(/^\/\*\*?|\*\/$|^\/\//g, "").replaceAll(/^[ \t]*\* ?/gm, "");

const kindOf = (path: string): ts.ScriptKind => (path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
