/** Returns the current sum of a metric's values with these labels, from `/metrics`. */
export async function readMetric(origin: string, name: string, labels: Record<string, string> = {}): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return text
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => wanted.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
}
