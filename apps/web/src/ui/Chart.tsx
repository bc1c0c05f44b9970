import { type PointerEvent, useState } from "react";
import { t } from "../language/text.ts";
import { labelStep, niceTicks, tickDigits } from "./chart-scale.ts";
import { cx } from "./cx.ts";
import { useWidth } from "./use-width.ts";

interface Point {
  /** Full name, for the tooltip. */
  name: string;
  /** Short name on the axis. */
  label: string;
  /** Null if unknown or in the future. */
  value: number | null;
}

export interface ChartProps {
  kind: "line" | "bar";
  /** The charted metric, for screen readers. */
  label: string;
  points: readonly Point[];
  /** Formats a value for the tooltip. */
  format: (value: number) => string;
  /** Formats the axis values in short form. `digits`: decimals of the step between them. */
  formatTicks: (ticks: readonly number[], digits: number) => readonly string[];
  /** Whether all values are whole numbers. */
  isWhole?: boolean;
  heightPx?: number;
}

const HEIGHT_PX = 208;
const TOP_PX = 10;
const BOTTOM_PX = 24;
const RIGHT_PX = 6;
const TICK_WIDTH_PX = 6.1;
const LABEL_WIDTH_PX = 44;
/** Height of a plot per tick, at least. */
const TICK_HEIGHT_PX = 40;

/** A line or bar chart with axes. A tooltip follows the pointer and the arrow keys. */
export function Chart({ kind, label, points, format, formatTicks, isWhole = false, heightPx = HEIGHT_PX }: ChartProps) {
  const plotPx = heightPx - TOP_PX - BOTTOM_PX;
  const { ref, widthPx } = useWidth<HTMLDivElement>();
  const [active, setActive] = useState<number>();
  const values = points.map(({ value }) => value ?? 0);
  const ticks = niceTicks(Math.max(0, ...values), Math.floor(plotPx / TICK_HEIGHT_PX), isWhole ? 1 : 0);
  const top = ticks.at(-1) ?? 1;
  const tickLabels = formatTicks(ticks, tickDigits(ticks));
  const leftPx = 12 + TICK_WIDTH_PX * Math.max(...tickLabels.map(columnsOf));
  const plotWidthPx = Math.max(1, widthPx - leftPx - RIGHT_PX);
  const bandPx = plotWidthPx / Math.max(1, points.length);
  const x = (index: number) => leftPx + bandPx * (index + 0.5);
  const y = (value: number) => TOP_PX + plotPx * (1 - value / top);
  const labelEvery = labelStep(points.length, plotWidthPx, LABEL_WIDTH_PX);

  const lastKnown = points.findLastIndex(({ value }) => value !== null);
  const shown = active === undefined ? undefined : points[active];
  const follow = (event: PointerEvent) => {
    const left = event.currentTarget.getBoundingClientRect().left;
    const index = Math.floor((event.clientX - left - leftPx) / bandPx);
    setActive(Math.min(lastKnown, Math.max(0, index)));
  };
  return (
    <div
      ref={ref}
      onPointerMove={follow}
      onPointerLeave={() => setActive(undefined)}
      className="relative rounded-md focus-within:outline-2 focus-within:outline-offset-4 focus-within:outline-accent"
      style={{ height: heightPx }}
    >
      <input
        type="range"
        aria-label={label}
        aria-valuetext={describe(points[active ?? lastKnown], format)}
        min={0}
        max={Math.max(0, lastKnown)}
        value={active ?? Math.max(0, lastKnown)}
        onChange={(event) => setActive(event.target.valueAsNumber)}
        onBlur={() => setActive(undefined)}
        className="pointer-events-none absolute inset-0 opacity-0"
      />
      {widthPx > 0 && (
        <svg width={widthPx} height={heightPx} aria-hidden="true" className="block font-mono text-[10px]">
          {ticks.map((tick, index) => (
            <g key={tick}>
              <line x1={leftPx} x2={widthPx - RIGHT_PX} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
              <text x={leftPx - 8} y={y(tick) + 3.5} textAnchor="end" fill="var(--faint)">
                {tickLabels[index]}
              </text>
            </g>
          ))}
          {points.map((point, index) =>
            index % labelEvery === 0 ? (
              <text key={point.name} x={x(index)} y={heightPx - 6} textAnchor="middle" fill="var(--faint)">
                {point.label}
              </text>
            ) : null,
          )}
          {active !== undefined && kind === "line" && (
            <line x1={x(active)} x2={x(active)} y1={TOP_PX} y2={y(0)} stroke="var(--line2)" />
          )}
          {kind === "bar" ? (
            <Bars values={values} active={active} x={x} y={y} bandPx={bandPx} />
          ) : (
            <Line values={values.slice(0, lastKnown + 1)} active={active} x={x} y={y} />
          )}
        </svg>
      )}
      {active !== undefined && shown !== undefined && (
        <div
          className={cx(
            "pointer-events-none absolute top-1 z-10 rounded-md border border-line2 bg-panel px-2.5 py-1.5 text-xs whitespace-nowrap shadow-overlay",
            x(active) > widthPx / 2 ? "-translate-x-[calc(100%+10px)]" : "translate-x-2.5",
          )}
          style={{ left: x(active) }}
        >
          <span className="block text-mute">{shown.name}</span>
          <b className="font-mono font-medium">{shown.value === null ? "–" : format(shown.value)}</b>
        </div>
      )}
    </div>
  );
}

/** Returns the width of a text in columns of a monospaced font. Chinese characters take two. */
const columnsOf = (text: string): number =>
  Array.from(text, (character): number => (character > "\u2e80" ? 2 : 1)).reduce((sum, columns) => sum + columns, 0);

const describe = (point: Point | undefined, format: (value: number) => string): string =>
  point === undefined || point.value === null ? t("No data") : `${point.name}: ${format(point.value)}`;

interface MarksProps {
  values: readonly number[];
  active: number | undefined;
  x: (index: number) => number;
  y: (value: number) => number;
}

const MAX_BAR_PX = 32;

function Bars({ values, active, x, y, bandPx }: MarksProps & { bandPx: number }) {
  const widthPx = Math.min(MAX_BAR_PX, Math.max(1, bandPx * 0.64));
  return values.map((value, index) => {
    const heightPx = y(0) - y(value);
    const radiusPx = Math.min(2, heightPx, widthPx / 2);
    const left = x(index) - widthPx / 2;
    return (
      <path
        key={x(index)}
        d={`M${left} ${y(0)}v${radiusPx - heightPx}q0 ${-radiusPx} ${radiusPx} ${-radiusPx}h${widthPx - 2 * radiusPx}q${radiusPx} 0 ${radiusPx} ${radiusPx}v${heightPx - radiusPx}z`}
        fill="var(--accent)"
        opacity={active === undefined || active === index ? 1 : 0.45}
      />
    );
  });
}

function Line({ values, active, x, y }: MarksProps) {
  const path = values.map((value, index) => `${index === 0 ? "M" : "L"}${x(index)} ${y(value)}`).join("");
  const last = values.length - 1;
  const marked = active ?? last;
  const value = values[marked];
  if (last < 0) return null;
  return (
    <>
      <path d={`${path}L${x(last)} ${y(0)}L${x(0)} ${y(0)}Z`} fill="var(--accent-soft)" />
      <path
        d={path}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.75"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {value !== undefined && (
        <circle cx={x(marked)} cy={y(value)} r="3.5" fill="var(--accent)" stroke="var(--panel)" strokeWidth="2" />
      )}
    </>
  );
}
