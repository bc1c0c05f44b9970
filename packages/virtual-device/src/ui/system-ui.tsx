import type { SystemUi } from "../system/display.ts";
import { Stage } from "./render/stage.ts";
import { ServicesContext } from "./system/services.ts";
import { SystemController } from "./system/system-controller.ts";
import { SystemShell } from "./system/SystemShell.tsx";

/**
 * Starts the device's user interface: a screen of this size, 160 dpi making one dp one pixel. Settings and apps keep
 * their files under `dataDir`. Resolves once the home screen is drawn; rejects if the fonts are not installed.
 */
export async function createSystemUi(options: {
  widthPx: number;
  heightPx: number;
  densityDpi: number;
  dataDir: string;
  log: (message: string) => void;
}): Promise<SystemUi> {
  const { log, ...screen } = options;
  const stage = new Stage({
    ...screen,
    onError: (error) => log(`the screen could not be rendered: ${describe(error)}`),
  });
  const controller = new SystemController({ stage, ...options });
  stage.render(
    <ServicesContext value={controller.services}>
      <SystemShell />
    </ServicesContext>,
  );
  stage.flush();
  return controller.ui;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
