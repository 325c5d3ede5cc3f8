import { onContentUpdated } from "vitepress";
import { onMounted } from "vue";

const inputs = (): readonly HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>(".choice input")];
const choiceOf = (input: HTMLInputElement): string => input.closest<HTMLElement>(".choice")?.dataset.choice ?? "";

/** Checks the options that the styles show. */
function sync(): void {
  for (const input of inputs()) {
    const value = document.documentElement.getAttribute(`data-${choiceOf(input)}`);
    const group = input.closest<HTMLElement>(".choice")?.dataset.values?.split(" ") ?? [];
    if (value !== null && group.includes(value)) input.checked = input.value === value;
  }
}

function choose(name: string, value: string): void {
  document.documentElement.setAttribute(`data-${name}`, value);
  sync();
}

function onChange({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || !target.matches(".choice input")) return;
  const before = target.getBoundingClientRect().top;
  const name = choiceOf(target);
  choose(name, target.value);
  // Other groups above it may have got another height: the reader's own stays at its place.
  window.scrollBy({ top: target.getBoundingClientRect().top - before, behavior: "instant" });
  try {
    localStorage.setItem(`keyhold:${name}`, target.value);
  } catch {
    // Without a storage the choice lasts until the next load.
  }
}

/** The choices of the reader: kept in the local storage, in every page and window. */
export function useChoices(): void {
  onMounted(() => {
    document.addEventListener("change", onChange);
    window.addEventListener("storage", ({ key, newValue }) => {
      if (key?.startsWith("keyhold:") && newValue) choose(key.slice("keyhold:".length), newValue);
    });
  });
  onContentUpdated(sync);
}
