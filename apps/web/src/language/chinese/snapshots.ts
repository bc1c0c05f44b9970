/** Files that a team keeps, and sandboxes that begin with them. */
export const SNAPSHOTS = {
  SNAPSHOTS: "快照",
  Snapshots: "快照",
  "Files of sandboxes that this team keeps. New Linux, browser and desktop sandboxes can begin with them.":
    "本团队保存的沙箱文件。新的 Linux、浏览器和桌面沙箱可以从它们开始。",
  "Snapshots kept": "已保存的快照",
  "Storage used": "已用空间",
  "{used} of {limit}": "{used} / {limit}",
  "Made from": "来源",
  By: "创建者",
  Unknown: "未知",
  "No snapshots": "没有快照",
  "Open a Linux, browser or desktop sandbox and choose Keep files: what is in its home is kept here under a name.":
    "打开一个 Linux、浏览器或桌面沙箱并选择“保存文件”：其主目录中的内容会以一个名称保存在这里。",
  "Failed to load snapshots": "加载快照失败",
  "Remove Snapshot": "移除快照",
  "No new sandbox can begin with these files; those that did keep theirs. This action cannot be undone.":
    "新沙箱将不能再从这些文件开始；已由此开始的沙箱保留其文件。此操作无法撤销。",
  "Snapshot removed": "快照已移除",
  "Keep files": "保存文件",
  "What is in the home of this sandbox is kept for the team: new sandboxes can begin with it.":
    "为团队保存此沙箱主目录中的内容：新沙箱可以从它开始。",
  "Letters, digits, dots, underscores and hyphens": "字母、数字、点、下划线和连字符",
  "Its files are read, for {seconds} s at most. The sandbox goes on, and you can close this.":
    "正在读取文件，最多 {seconds} 秒。沙箱继续运行，您可以关闭此窗口。",
  "Keeping...": "正在保存…",
  "The files could not be kept": "无法保存文件",
  "The snapshot could not be removed": "无法移除快照",
  "The files are read by the sandbox itself. It is stopped: start it first.":
    "文件由沙箱自己读取。它已停止：请先启动它。",
  "Kept as {name}, {size}. You find it under Templates, Snapshots, and in New Sandbox under Begin with.":
    "已保存为 {name}，{size}。可在“模板”的“快照”中找到，新建沙箱时可在“起始内容”中选择。",
  "Begin with": "起始内容",
  Empty: "空",
  "A new home": "新的主目录",
  "Keep files, on a sandbox's page, makes snapshots to begin with.": "在沙箱页面选择“保存文件”即可创建快照。",
};
