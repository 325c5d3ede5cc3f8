/**
 * Runs in a page. Answers each combination of what the contrast of a shown text depends on: its color, size and weight,
 * and the layers behind it up to the first opaque one. An element with a position of its own can lie over others than its
 * ancestors: its combination has the classes of both.
 */
export function textColors(): readonly string[] {
  /** Elements with a text of their own; a field shows its value. */
  const hasText = (element: Element): boolean =>
    element.matches("input, select, textarea") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  /** A text for screen readers alone has a box of a single pixel. */
  function isShown(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  }
  const classesOf = (element: Element | null): string => `${element?.localName}.${element?.getAttribute("class")}`;
  /** What an element lays behind its text. */
  function layerOf(element: Element): { readonly layer: string; readonly isOpaque: boolean } {
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = getComputedStyle(element);
    const isOpaque = backgroundImage === "none" && opacity === "1" && /^rgb\(/.test(backgroundColor);
    const place = /absolute|fixed|sticky/.test(position)
      ? `${classesOf(element)} in ${classesOf(element.parentElement)}`
      : "";
    return { layer: [backgroundColor, backgroundImage, opacity, filter, mixBlendMode, place].join(), isOpaque };
  }
  function combinationOf(element: Element): string {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const isDisabled = element.closest(":disabled, [aria-disabled=true], label:has(:disabled)") !== null;
    const parts = [color, fontSize, fontWeight, textShadow, isDisabled];
    for (let above: Element | null = element; above; above = above.parentElement) {
      const { layer, isOpaque } = layerOf(above);
      parts.push(layer);
      if (isOpaque) break;
    }
    return parts.join(" | ");
  }
  const shown = [...document.querySelectorAll("body *")].filter((element) => hasText(element) && isShown(element));
  return [...new Set(shown.map(combinationOf))];
}
