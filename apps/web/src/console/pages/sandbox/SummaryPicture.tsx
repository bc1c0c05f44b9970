import type { Sandbox } from "@terrarium/contract/sandbox";
import { Thumbnail, usualRatio } from "../../thumbnail/Thumbnail.tsx";

const HEIGHT_PX = 128;

/** The last screenshot of a sandbox without a running device. */
export function SummaryPicture({ sandbox }: { sandbox: Sandbox }) {
  return (
    <span className="shrink-0" style={{ height: HEIGHT_PX, width: HEIGHT_PX * usualRatio(sandbox.kind) }}>
      <Thumbnail sandbox={sandbox} isLive={false} className="size-full" />
    </span>
  );
}
