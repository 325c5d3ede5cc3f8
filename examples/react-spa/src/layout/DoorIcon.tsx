/** The picture of the page: a door that is open for signed-in users. */
export const DoorIcon = ({ isOpen }: { isOpen: boolean }) => (
  <div className="door" data-open={isOpen}>
    <svg aria-hidden="true" viewBox="0 0 400 600" preserveAspectRatio="xMidYMid slice">
      <defs>
        <radialGradient id="glow">
          <stop offset="0" stopColor="#f6d79b" stopOpacity="0.5" />
          <stop offset="0.3" stopColor="#dcab57" stopOpacity="0.2" />
          <stop offset="1" stopColor="#dcab57" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="beam" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="#f6d79b" stopOpacity="0.5" />
          <stop offset="0.85" stopColor="#f6d79b" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="light" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="#fffaec" />
          <stop offset="1" stopColor="#f3c877" />
        </linearGradient>
        <filter id="soft" x="-20%" width="140%" y="-5%" height="110%">
          <feGaussianBlur stdDeviation="7" />
        </filter>
      </defs>
      <g className="rings">
        <circle cx="200" cy="272" r="150" />
        <circle cx="200" cy="272" r="220" />
        <circle cx="200" cy="272" r="305" />
        <circle cx="200" cy="272" r="405" />
      </g>
      <path className="beam" d="M186 322h28l128 300H58Z" fill="url(#beam)" filter="url(#soft)" />
      <circle className="glow" cx="200" cy="272" r="170" fill="url(#glow)" />
      <rect className="plate" x="154" y="192" width="92" height="160" rx="46" />
      <path
        className="hole"
        d="M200 224a23 23 0 0 1 12.500 42.300l10.200 47.500a5 5 0 0 1-4.900 6.200h-35.600a5 5 0 0 1-4.900-6.200l10.200-47.500a23 23 0 0 1 12.500-42.300Z"
        fill="url(#light)"
      />
    </svg>
  </div>
);
