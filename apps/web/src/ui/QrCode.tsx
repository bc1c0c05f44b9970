import { create } from "qrcode";

/** Width of the light margin that a QR code requires, in modules (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/** A text as a QR code, dark on light in both themes, since many readers support nothing else. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, data } = create(text).modules;
  const width = size + 2 * QUIET_MODULES;
  const squares = Array.from(data, (isDark, index) =>
    isDark === 0 ? "" : `M${(index % size) + QUIET_MODULES} ${Math.floor(index / size) + QUIET_MODULES}h1v1h-1z`,
  );
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${width}`} className={className}>
      <rect width={width} height={width} rx="2" fill="#ffffff" />
      <path d={squares.join("")} fill="#0c0e0c" shapeRendering="crispEdges" />
    </svg>
  );
}
