import { z } from "zod";
import type { App } from "../../services/app.ts";

const itemSchema = z.union([
  z.object({ kind: z.literal("app"), packageName: z.string() }),
  z.object({ kind: z.literal("folder"), id: z.string(), name: z.string(), packages: z.array(z.string()) }),
]);
export const homeLayoutSchema = z.object({ dock: z.array(itemSchema), items: z.array(itemSchema) });

/** An app's icon, or a folder of them. */
export type HomeItem = z.infer<typeof itemSchema>;
/** The items in the dock, and the items on the pages in their order. */
export type HomeLayout = z.infer<typeof homeLayoutSchema>;

export interface HomePlace {
  area: "dock" | "items";
  index: number;
}

/** Target of a dropped icon: another icon, or the place before it. */
export interface DropTarget extends HomePlace {
  how: "into" | "before";
}

export const DOCK_MOST = 5;
const DOCK_AT_FIRST = 4;

export function keyOf(item: HomeItem): string {
  return item.kind === "app" ? item.packageName : item.id;
}

/** Returns the layout of a new device. Other apps fill the dock if too few apps are docked. */
export function firstLayout(apps: readonly Pick<App, "packageName" | "docked">[]): HomeLayout {
  const [docked, others] = [apps.filter((app) => app.docked), apps.filter((app) => !app.docked)];
  const dock = [...docked, ...others].slice(0, DOCK_AT_FIRST);
  const items = apps.filter((app) => !dock.includes(app));
  return {
    dock: dock.map(({ packageName }) => toApp(packageName)),
    items: items.map(({ packageName }) => toApp(packageName)),
  };
}

/** Returns the layout with the installed apps: removes other apps and appends new ones. */
export function fitLayout(layout: HomeLayout, installed: readonly string[]): HomeLayout {
  const seen = new Set<string>();
  const keep = (name: string): boolean => installed.includes(name) && !seen.has(name) && Boolean(seen.add(name));
  const fit = (items: readonly HomeItem[]): HomeItem[] =>
    items.flatMap((item) => {
      if (item.kind === "app") return keep(item.packageName) ? [item] : [];
      return settle({ ...item, packages: item.packages.filter(keep) });
    });
  const dock = fit(layout.dock);
  const items = fit(layout.items);
  return { dock, items: [...items, ...installed.filter((name) => !seen.has(name)).map(toApp)] };
}

/**
 * Moves an icon or folder. An icon dropped onto another one forms a folder with it; a full dock accepts no more icons.
 */
export function moveItem(layout: HomeLayout, from: HomePlace, to: DropTarget, newId: () => string): HomeLayout {
  const moved = layout[from.area][from.index];
  const target = layout[to.area][to.index];
  if (!moved || (from.area === to.area && from.index === to.index)) return layout;
  if (to.how === "into" && target && moved.kind === "app") {
    const folder: HomeItem =
      target.kind === "folder"
        ? { ...target, packages: [...target.packages, moved.packageName] }
        : { kind: "folder", id: newId(), name: "", packages: [target.packageName, moved.packageName] };
    return without(replaced(layout, to, folder), from);
  }
  if (to.area === "dock" && from.area !== "dock" && layout.dock.length >= DOCK_MOST) return layout;
  const left = without(layout, from);
  const shifted = from.area === to.area && from.index < to.index ? to.index - 1 : to.index;
  return { ...left, [to.area]: left[to.area].toSpliced(shifted, 0, moved) };
}

/** Moves an app from a folder to the end of the pages. A folder with one remaining app becomes that app's icon. */
export function takeFromFolder(layout: HomeLayout, folderId: string, packageName: string): HomeLayout {
  const change = (items: readonly HomeItem[]): HomeItem[] =>
    items.flatMap((item) =>
      item.kind === "folder" && item.id === folderId
        ? settle({ ...item, packages: item.packages.filter((name) => name !== packageName) })
        : [item],
    );
  return { dock: change(layout.dock), items: [...change(layout.items), toApp(packageName)] };
}

export function renameFolder(layout: HomeLayout, folderId: string, name: string): HomeLayout {
  const change = (item: HomeItem): HomeItem =>
    item.kind === "folder" && item.id === folderId ? { ...item, name } : item;
  return { dock: layout.dock.map(change), items: layout.items.map(change) };
}

function toApp(packageName: string): HomeItem {
  return { kind: "app", packageName };
}

function settle(folder: Extract<HomeItem, { kind: "folder" }>): HomeItem[] {
  const [only, second] = folder.packages;
  if (only === undefined) return [];
  return second === undefined ? [toApp(only)] : [folder];
}

function replaced(layout: HomeLayout, { area, index }: HomePlace, item: HomeItem): HomeLayout {
  return { ...layout, [area]: layout[area].with(index, item) };
}

function without(layout: HomeLayout, { area, index }: HomePlace): HomeLayout {
  return { ...layout, [area]: layout[area].toSpliced(index, 1) };
}
