import * as contract from "@terrarium/contract/box-apps";
import { SPLIT_APKS } from "@terrarium/contract/limits";
import { MAX_UPLOAD_BYTES } from "@terrarium/contract/proxy";
import type { BoxAppService } from "@terrarium/device-control/apps/service";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { addMultipart, parseFields, readMultipart } from "../http/multipart.ts";
import { empty, serve } from "../http/serve.ts";

const APK = { fieldBytes: 4_096, textsBytes: 8_192, files: SPLIT_APKS, fileBytes: MAX_UPLOAD_BYTES };
const Fields = z.strictObject({ apk: z.string().optional(), open: z.stringbool().default(false) });

export function registerBoxAppRoutes(app: FastifyInstance, { boxApps }: { boxApps: BoxAppService }): void {
  serve(app, contract.listBoxApps, async ({ caller, params }) => ({ data: await boxApps.apps(caller, params.boxId) }));
  serve(app, contract.getBoxApp, ({ caller, params }) => boxApps.app(caller, params.boxId, params.packageName));
  serve(app, contract.listBoxPackages, async ({ caller, params, query: { pkgType, runningFilter } }) => {
    const packages = await boxApps.packages(caller, params.boxId);
    const isWanted = (each: contract.AndroidPackage) =>
      (pkgType?.includes(each.pkgType) ?? true) &&
      (runningFilter?.includes(each.isRunning ? "running" : "notRunning") ?? true);
    return { data: packages.filter(isWanted) };
  });
  serve(app, contract.listBoxPackagesSimply, async ({ caller, params, query: { pkgType } }) => ({
    data: (await boxApps.summaries(caller, params.boxId)).filter((each) => pkgType?.includes(each.pkgType) ?? true),
  }));
  serve(app, contract.getBoxPackage, ({ caller, params }) => boxApps.package(caller, params.boxId, params.packageName));
  serve(app, contract.listBoxActivities, async ({ caller, params }) => ({
    data: await boxApps.activities(caller, params.boxId, params.packageName),
  }));
  serve(app, contract.openBoxApp, ({ caller, params, body }) =>
    empty(boxApps.open(caller, params.boxId, params.packageName, { ...body, anew: false })),
  );
  serve(app, contract.restartBoxApp, ({ caller, params, body }) =>
    empty(boxApps.open(caller, params.boxId, params.packageName, { ...body, anew: true })),
  );
  serve(app, contract.closeBoxApp, ({ caller, params }) =>
    empty(boxApps.close(caller, params.boxId, params.packageName)),
  );
  serve(app, contract.closeAllBoxApps, ({ caller, params }) => empty(boxApps.closeAll(caller, params.boxId)));
  serve(app, contract.uninstallBoxPackage, ({ caller, params, body }) =>
    empty(boxApps.uninstall(caller, params.boxId, params.packageName, body.keepData ?? false)),
  );

  addMultipart(app, (scope) =>
    serve(scope, contract.installBoxPackage, async ({ caller, params, request }) => {
      const installation = await boxApps.beginInstallation(caller, params.boxId);
      try {
        let isTaken = false;
        const fields = await readMultipart(request, APK, async ({ field, name, content }) => {
          // Clients write a list as `apk`, `apk[]` or `apk[0]`.
          if (!/^apk(\[\d*\])?$/.test(field))
            throw new AppError("invalid_request", { detail: `${field}: only apk is a file` });
          isTaken = true;
          await installation.take(name, content);
        });
        const { apk, open } = parseFields(Fields, fields);
        if (!isTaken && apk === undefined) throw new AppError("invalid_request", { detail: "apk: is missing" });
        if (!isTaken && apk !== undefined) await installation.takeFrom(apk);
        return await installation.finish(open);
      } finally {
        await installation.clean();
      }
    }),
  );
}
