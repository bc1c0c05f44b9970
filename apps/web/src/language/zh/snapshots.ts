/** Texts of snapshots and of sandboxes that start from them. */
export const SNAPSHOTS = {
  SNAPSHOTS: "快照",
  Snapshots: "快照",
  "Saved files of this team's sandboxes. New Linux, browser and desktop sandboxes can start from them.":
    "本团队保存的沙箱文件。新的 Linux、浏览器和桌面沙箱可以从这些文件启动。",
  "Saved snapshots": "已保存的快照",
  "Storage used": "已用空间",
  "{used} of {limit}": "{used} / {limit}",
  Source: "来源",
  By: "创建者",
  Unknown: "未知",
  "No snapshots": "没有快照",
  "Open a Linux, browser or desktop sandbox and choose Save snapshot. Its home directory is saved here.":
    "打开一个 Linux、浏览器或桌面沙箱并选择“保存快照”，其主目录会保存在这里。",
  "Failed to load snapshots": "加载快照失败",
  "Remove Snapshot": "移除快照",
  "New sandboxes can no longer start from it. Existing sandboxes keep their files. This action cannot be undone.":
    "新沙箱将不能再从此快照启动，现有沙箱保留其文件。此操作无法撤销。",
  "Snapshot removed": "快照已移除",
  "Save snapshot": "保存快照",
  "Saves this sandbox's home directory for the team. New sandboxes can start from it.":
    "为团队保存此沙箱的主目录，新沙箱可以从它启动。",
  "Letters, digits, dots, underscores and hyphens": "字母、数字、点、下划线和连字符",
  "Saving files (up to {seconds} s). The sandbox keeps running, and you can close this dialog.":
    "正在保存文件（最多 {seconds} 秒）。沙箱继续运行，您可以关闭此窗口。",
  "Saving...": "正在保存…",
  "The snapshot could not be saved": "无法保存快照",
  "The snapshot could not be removed": "无法移除快照",
  "This sandbox is stopped. Start it to save its files.": "此沙箱已停止。请先启动它，再保存其文件。",
  "Saved as {name}, {size}. Find it under Templates, Snapshots, or in New Sandbox under Start from.":
    "已保存为 {name}，{size}。可在“模板”的“快照”中找到，新建沙箱时可在“起始内容”中选择。",
  "Start from": "起始内容",
  Blank: "空白",
  "An empty home directory": "空的主目录",
  "To create a snapshot, choose Save snapshot on a sandbox's page.": "要创建快照，请在沙箱页面选择“保存快照”。",
};
