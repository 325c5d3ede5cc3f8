export const Keyhole = () => (
  <svg className="keyhole" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" />
    <path d="M16 7a5.5 5.5 0 0 1 2.9 10.2L21 26H11l2.1-8.8A5.5 5.5 0 0 1 16 7Z" />
  </svg>
);
