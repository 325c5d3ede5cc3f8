import { AxisBottom, AxisLeft } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { useLayoutEffect, useRef, useState } from "react";
import type { UsageView } from "../../../shared/shop.ts";
import { dayText, numberText } from "../format.ts";

const height = 220;
const margin = { top: 8, right: 18, bottom: 26, left: 40 };
const pixelsPerLabel = 80;

/** Bars of a day each. All colors are of the style sheet, so that they follow the theme without a new drawing. */
export function UsageChart({ days }: { readonly days: UsageView["days"] }) {
  const [frame, width] = useWidth();
  const x = scaleBand({ domain: days.map(({ day }) => day), range: [margin.left, width - margin.right], padding: 0.3 });
  const y = scaleLinear({
    domain: [0, Math.max(1, ...days.map(({ units }) => units))],
    range: [height - margin.bottom, margin.top],
    nice: true,
  });
  const step = Math.ceil((days.length * pixelsPerLabel) / Math.max(1, width));
  const labels = days.filter((_, index) => (days.length - 1 - index) % step === 0).map(({ day }) => day);
  return (
    <div ref={frame}>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <AxisLeft
            scale={y}
            left={margin.left}
            numTicks={4}
            hideAxisLine
            hideTicks
            tickFormat={(value) => numberText(Number(value))}
          />
          {days.map(({ day, units }) => (
            <Bar
              key={day}
              className="bar"
              x={x(day) ?? 0}
              y={y(units)}
              width={x.bandwidth()}
              height={height - margin.bottom - y(units)}
              rx={2}
            >
              <title>{`${dayText(day)}: ${numberText(units)}`}</title>
            </Bar>
          ))}
          <AxisBottom scale={x} top={height - margin.bottom} tickValues={labels} hideTicks tickFormat={dayText} />
        </svg>
      )}
    </div>
  );
}

/** The width of an element, now and after each change. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, width] as const;
}
