/**
 * The styles of a page with a form, for apps without the screens for React. The page is an element of the class "auth".
 */
export const formStyle = `:root {
  color-scheme: light dark;
}

.auth {
  width: min(100% - 2rem, 24rem);
  box-sizing: border-box;
  margin: 4rem auto;
  padding: 2.25rem;
  border: 1px solid color-mix(in srgb, currentColor 16%, transparent);
  border-radius: 18px;
  box-shadow: 0 12px 32px -16px rgb(0 0 0 / 18%);
  font: 1rem/1.5 system-ui, sans-serif;
}

.auth h1 {
  margin: 0 0 1.5rem;
  font-size: 1.5rem;
  line-height: 1.2;
}

.auth form,
.auth label {
  display: grid;
  gap: 1rem;
}

.auth label {
  gap: 0.35rem;
  font-weight: 600;
}

.auth input,
.auth button {
  box-sizing: border-box;
  width: 100%;
  min-height: 2.875rem;
  padding: 0.5rem 0.85rem;
  border: 1px solid color-mix(in srgb, currentColor 50%, transparent);
  border-radius: 10px;
  background: transparent;
  color: inherit;
  font: inherit;
}

.auth button {
  font-weight: 600;
  cursor: pointer;
}

.auth button.primary {
  border-color: transparent;
  background: #17513f;
  color: #ffffff;
}

.auth :focus-visible {
  outline: 3px solid #c08420;
  outline-offset: 2px;
}

.auth [role="alert"]:empty {
  margin: 0;
}

.auth [role="alert"]:not(:empty) {
  margin: 1rem 0 0;
  padding: 0.75rem 1rem;
  border-inline-start: 3px solid #c4464a;
}

.auth [hidden] {
  display: none;
}
`;
