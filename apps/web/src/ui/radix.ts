// What the first screen does without, in a file of its own so that it can be fetched later.
export { Dialog, DropdownMenu } from "radix-ui";
