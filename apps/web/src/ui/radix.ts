// A separate file, so that this code can be loaded after the first screen.
export { Dialog, DropdownMenu } from "radix-ui";
