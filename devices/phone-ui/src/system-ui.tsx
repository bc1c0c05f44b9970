import type { SystemUi } from "@terrarium/phone-system/system-ui";
import type { SystemUiOptions } from "@terrarium/phone-system/system-ui-options";
import { Stage } from "./render/stage.ts";
import type { InstalledApps } from "./services/app.ts";
import type { Languages } from "./services/language.ts";
import { ServicesContext } from "./services/services.ts";
import { InternalsContext } from "./system/internals.ts";
import { SystemController } from "./system/system-controller.ts";
import { SystemPart } from "./system/SystemPart.tsx";
import { SystemShell } from "./system/SystemShell.tsx";

/** Largest size of a displayed image file. */
const PICTURE_BYTES_MAX = 32 * 1024 * 1024;

/**
 * Starts the device's user interface. Resolves once the home screen is laid out; painting waits for a viewer. Rejects
 * if the fonts are not installed.
 */
export async function createSystemUi(
  options: SystemUiOptions & { installed: InstalledApps; languages: Languages },
): Promise<SystemUi> {
  const { log, widthPx, heightPx, densityDpi, files, ...rest } = options;
  const size = { widthPx, heightPx, densityDpi };
  const stage = new Stage({
    ...size,
    clock: rest.clock,
    onError: (error) => log(`the screen could not be rendered: ${describe(error)}`),
    readFile: (path) => files.readAll(path, PICTURE_BYTES_MAX),
  });
  const controller = new SystemController({ ...rest, stage, size, files, log });
  stage.render(
    <ServicesContext value={controller.services}>
      <InternalsContext value={controller.internals}>
        <SystemPart name="the screen">
          <SystemShell />
        </SystemPart>
      </InternalsContext>
    </ServicesContext>,
  );
  stage.flush();
  return controller.ui;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
