import { type ComponentType, useEffect, useState } from "react";
import type { UsageView } from "../../../shared/shop.ts";
import { dayText, numberText } from "../format.ts";

type Days = UsageView["days"];
type Chart = ComponentType<{ readonly days: Days }>;

/** Loaded with the first dashboard: other screens need no chart. */
let loaded: Chart | null = null;

function useChart(): Chart | null {
  const [chart, setChart] = useState<Chart | null>(() => loaded);
  useEffect(() => {
    import("./UsageChart.tsx").then(
      ({ UsageChart }) => {
        loaded = UsageChart;
        setChart(() => UsageChart);
      },
      // Without the chart the table shows the same.
      () => undefined,
    );
  }, []);
  return chart;
}

/** The usage of a meter as a chart, which screen readers leave out, and as a table. */
export function Usage({ meter, days }: UsageView) {
  const UsageChart = useChart();
  const total = days.reduce((sum, { units }) => sum + units, 0);
  const most = days.toSorted((one, other) => other.units - one.units)[0];
  return (
    <section className="shop-card" aria-labelledby="usage">
      <h2 id="usage">{meter}</h2>
      <p className="soft">
        {numberText(total)} in {days.length} days
        {most && `, the most on ${dayText(most.day)}: ${numberText(most.units)}`}
      </p>
      <div className="shop-chart" aria-hidden="true">
        {UsageChart && <UsageChart days={days} />}
      </div>
      <details className="shop-details">
        <summary>Show as a table</summary>
        <UsageTable meter={meter} days={days} />
      </details>
    </section>
  );
}

const UsageTable = ({ meter, days }: UsageView) => (
  <table className="shop-days">
    <caption className="unseen">{meter} by day</caption>
    <thead>
      <tr>
        <th scope="col">Day</th>
        <th scope="col" className="number">
          {meter}
        </th>
      </tr>
    </thead>
    <tbody>
      {days.toReversed().map(({ day, units }) => (
        <tr key={day}>
          <th scope="row">{dayText(day)}</th>
          <td className="number">{numberText(units)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
