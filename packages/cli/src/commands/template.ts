import type { Command } from "@commander-js/extra-typings";
import { getAllTemplates, type Template } from "@terrarium/contract/template";
import { printRows } from "../output/print.ts";
import type { Column } from "../output/table.ts";
import { connect } from "../settings/connect.ts";
import { leaf } from "./leaf.ts";

const COLUMNS: Column<Template>[] = [
  { title: "ID", value: ({ id }) => id },
  { title: "NAME", value: ({ name }) => name },
  { title: "CPU", value: ({ cpu }) => cpu },
  { title: "MEMORY", value: ({ memory }) => (memory === undefined ? undefined : `${memory} MB`) },
  { title: "SCREEN", value: ({ screen }) => (screen ? `${screen.width}x${screen.height}` : undefined) },
  { title: "MISSING", value: ({ missing }) => missing?.join("; ") },
];

export function addTemplateCommands(program: Command): void {
  const template = program.command("template").description("templates for new boxes");
  leaf(template, "list", "list the available templates").action(async (options) => {
    const { http } = await connect(options);
    printRows(options.output, COLUMNS, await http.call(getAllTemplates, {}));
  });
}
