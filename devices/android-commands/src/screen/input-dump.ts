import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import { tasksOf, windowRecord } from "../activity/activity-dump.ts";

/** `dumpsys input`: the focus and the touch screen's viewport. Test drivers read the orientation from the viewport. */
export async function inputDump(system: SystemCalls): Promise<string> {
  const { widthPx, heightPx, rotation, physical } = await system.display();
  const [front] = await tasksOf(system);
  const { awake } = await system.power();
  const focus = front ? `name='${windowRecord(front.component)}'` : "<none>";
  return `INPUT MANAGER (dumpsys input)

Input Manager State:
  Interactive: ${awake}
  Show Touches: ${(await system.getSetting("system", "show_touches")) === "1"}
  Pointer Location: ${(await system.getSetting("system", "pointer_location")) === "1"}

Event Hub State:
  Devices:
    2: Virtual touch screen
      Classes: TOUCH | TOUCH_MT
      Enabled: true

Input Reader State:
  Device 2: Virtual touch screen
    IsExternal: false
    Sources: TOUCHSCREEN
    Touch Input Mapper (mode - DIRECT):
      Viewport INTERNAL: displayId=0, uniqueId=local:0, port=0, orientation=${rotation}, logicalFrame=[0, 0, ${widthPx}, ${heightPx}], physicalFrame=[0, 0, ${widthPx}, ${heightPx}], deviceSize=[${physical.widthPx}, ${physical.heightPx}], isActive=[${awake ? 1 : 0}]
      RawSurfaceWidth: ${widthPx}px
      RawSurfaceHeight: ${heightPx}px
      SurfaceOrientation: ${rotation}

Input Dispatcher State:
  DispatchEnabled: 1
  DispatchFrozen: 0
  FocusedApplications:
    displayId=0, name='${front ? front.component : "<none>"}', dispatchingTimeout=5000ms
  FocusedWindows:
    displayId=0, ${focus}
`;
}
