import { uiNode } from "@terrarium/ui-tree/create-node";
import type { UiNode } from "@terrarium/ui-tree/ui-node";

const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };

/** Creates a node that is not visible: it lists or describes something beside the screen. */
export const hiddenNode = (known: Partial<UiNode>): UiNode => uiNode({ bounds: NOWHERE, ...known });

/** Returns whether it was created as a hidden node. */
export const isHidden = ({ bounds }: UiNode): boolean => bounds === NOWHERE;
