import * as contract from "@terrarium/contract/box-actions";
import { pressButtons, pressKeys, rotate, type } from "@terrarium/device-control/actions/key-actions";
import * as pointer from "@terrarium/device-control/actions/pointer-actions";
import type { ActionCall, BoxActions } from "@terrarium/device-control/actions/service";
import * as touches from "@terrarium/device-control/actions/touch-actions";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requestOrigin } from "../http/request-origin.ts";
import { empty, serve } from "../http/serve.ts";

interface Call {
  caller: Caller;
  params: { boxId: string };
  request: FastifyRequest;
}

/** Serves actions on the device of a box, in the form of the gbox SDK. */
export function registerBoxActionRoutes(
  app: FastifyInstance,
  { boxActions, publicUrl }: { boxActions: BoxActions; publicUrl: URL | undefined },
): void {
  const callOf = ({ caller, params, request }: Call): ActionCall => ({
    caller,
    boxId: params.boxId,
    origin: requestOrigin(request, publicUrl),
  });

  serve(app, contract.tapBox, (asked) =>
    boxActions.act(callOf(asked), asked.body, (device) => touches.tap(device, asked.body)),
  );
  serve(app, contract.clickBox, (asked) =>
    boxActions.act(callOf(asked), asked.body, (device) => pointer.click(device, asked.body)),
  );
  serve(app, contract.longPressBox, (asked) =>
    boxActions.act(callOf(asked), asked.body, (device) => touches.longPress(device, asked.body)),
  );
  serve(app, contract.swipeBox, (asked) =>
    boxActions.act(callOf(asked), asked.body, (device) => touches.swipe(device, asked.body)),
  );
  serve(app, contract.dragBox, (asked) =>
    boxActions.act(callOf(asked), asked.body, (device) => pointer.drag(device, asked.body)),
  );
  serve(app, contract.scrollBox, (asked) =>
    boxActions.act(callOf(asked), asked.body, (device) => pointer.scroll(device, asked.body)),
  );
  serve(app, contract.touchBox, (asked) =>
    boxActions.act(callOf(asked), asked.body, (device) => touches.touch(device, asked.body)),
  );
  serve(app, contract.typeInBox, (asked) =>
    boxActions.act(callOf(asked), asked.body, (device) => type(device, asked.body)),
  );
  serve(app, contract.pressBoxKeys, (asked) =>
    boxActions.act(callOf(asked), asked.body, (device) => pressKeys(device, asked.body)),
  );
  serve(app, contract.pressBoxButtons, (asked) =>
    boxActions.act(callOf(asked), asked.body, (device) => pressButtons(device, asked.body)),
  );
  serve(app, contract.rotateBoxScreen, (asked) =>
    boxActions.act(callOf(asked), asked.body, (device) => rotate(device, asked.body)),
  );

  serve(app, contract.moveInBox, (asked) =>
    boxActions.act(callOf(asked), asked.body, (device) => pointer.move(device, asked.body)),
  );
  serve(app, contract.extractFromBox, async (asked) => {
    await boxActions.readScale(callOf(asked));
    throw new AppError("no_model", { asked: "Reading data off a screen" });
  });

  serve(app, contract.takeBoxScreenshot, (asked) => boxActions.screenshot(callOf(asked), asked.body));
  serve(app, contract.getBoxScreenLayout, async (asked) => ({ content: await boxActions.layout(callOf(asked)) }));
  serve(app, contract.detectBoxElements, (asked) => boxActions.detect(callOf(asked), asked.body));

  serve(app, contract.getBoxClipboard, (asked) => boxActions.readClipboard(callOf(asked)));
  serve(app, contract.setBoxClipboard, (asked) => empty(boxActions.writeClipboard(callOf(asked), asked.body.content)));

  serve(app, contract.getBoxActionSettings, async (asked) => ({ scale: await boxActions.readScale(callOf(asked)) }));
  serve(app, contract.updateBoxActionSettings, async (asked) => ({
    scale: await boxActions.setScale(callOf(asked), asked.body.scale),
  }));
  serve(app, contract.resetBoxActionSettings, async (asked) => ({
    scale: await boxActions.setScale(callOf(asked), undefined),
  }));
}
