import { INPUT_METHOD_PACKAGE } from "@terrarium/phone-system/input-method";
import { ANDROID_FORM, writeHierarchy } from "@terrarium/ui-tree/write-hierarchy";
import { z } from "zod";
import type { HelperPhone } from "../host/helper-definition.ts";
import { MAX_GESTURE_MS, playGesture } from "../screen/gesture.ts";
import { allNodes, readScreen } from "../screen/screen-tree.ts";

/** Largest plan of a gesture, encoded. */
const MAX_PAYLOAD_CHARS = 1024 * 1024;

const planSchema = z.object({
  protocol: z.literal("android-touch-plan-v1"),
  kind: z.string().max(100).optional(),
  pointers: z
    .array(
      z.object({
        samples: z
          .array(z.object({ offsetMs: z.number().min(0).max(MAX_GESTURE_MS), x: z.number(), y: z.number() }))
          .min(1),
      }),
    )
    .min(1),
});

/** Fields of an answer, and the XML of a snapshot. */
interface Answer {
  fields: Record<string, string | number | boolean>;
  xml?: string;
}

/** Takes a snapshot, reads the viewport or plays a gesture. Returns the reason of a failure as fields. */
export async function answerAction(
  phone: HelperPhone,
  action: string,
  payload: string | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const startMs = performance.now();
  try {
    const { fields, xml } = await perform(phone, action, payload, signal);
    const elapsedMs = Math.round(performance.now() - startMs);
    return { fields: { ok: true, ...fields, elapsedMs }, ...(xml !== undefined && { xml }) };
  } catch (error) {
    const reason =
      error instanceof z.ZodError
        ? "the gesture's plan is invalid"
        : String(error instanceof Error ? error.message : error);
    return { fields: { ok: false, errorType: "IllegalArgumentException", message: reason.replaceAll("\n", " ") } };
  }
}

async function perform(
  phone: HelperPhone,
  action: string,
  payload: string | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  if (action === "snapshot") return snapshot(phone);
  if (action === "viewport") return { fields: viewport(phone) };
  if (action !== "gesture" || payload === undefined) throw new Error(`there is no mode ${action}`);
  if (payload.length > MAX_PAYLOAD_CHARS) throw new Error("the gesture's plan is too long");
  const plan = planSchema.parse(JSON.parse(Buffer.from(payload, "base64").toString()));
  const injectedEvents = await playGesture(
    phone,
    plan.pointers.map(({ samples }) => samples),
    signal,
  );
  return { fields: { kind: plan.kind ?? "gesture", injectedEvents } };
}

async function snapshot(phone: HelperPhone): Promise<Answer> {
  const { roots, rotation } = await readScreen(phone);
  const fields = {
    rootPresent: roots.length > 0,
    captureMode: "interactive-windows",
    windowCount: roots.length,
    nodeCount: [...allNodes(roots)].length,
    truncated: false,
  };
  return { fields, xml: writeHierarchy(roots, rotation, ANDROID_FORM) };
}

function viewport({ ui }: HelperPhone): Record<string, number> {
  const { widthPx, heightPx } = ui.display;
  const keyboard = ui.hierarchy().windows.find(({ packageName }) => packageName === INPUT_METHOD_PACKAGE)?.bounds;
  return {
    x: 0,
    y: 0,
    width: widthPx,
    height: heightPx,
    ...(keyboard && {
      keyboardX: keyboard.left,
      keyboardY: keyboard.top,
      keyboardWidth: keyboard.right - keyboard.left,
      keyboardHeight: keyboard.bottom - keyboard.top,
    }),
  };
}
