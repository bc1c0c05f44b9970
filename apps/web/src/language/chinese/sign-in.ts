/** Signing in and up, the invite code, the page that does not exist, and the account. */
export const SIGN_IN = {
  "Sign in": "登录",
  "Signing in": "正在登录",
  "Give your agents a phone": "给您的智能体一部手机",
  "Android-like devices on demand: drive them from code, watch them live.":
    "按需启动的类 Android 设备：代码驱动，屏幕实时可见。",
  "Continue with GitHub": "使用 GitHub 继续",
  "Continue with Google": "使用 Google 继续",
  "Warning: Alpha test only, no SLA guarantee.": "注意：仅供 Alpha 测试，不提供 SLA 保证。",
  "By continuing you agree to the {terms} and the {privacy}.": "继续即表示您同意{terms}和{privacy}。",
  "Terms of Service": "服务条款",
  "Privacy Policy": "隐私政策",
  "The terms of service could not be loaded": "无法加载服务条款",
  "The privacy policy could not be loaded": "无法加载隐私政策",
  "The operator of this server has not published terms of service. Ask them before you rely on it.":
    "此服务器的运营者尚未发布服务条款，使用前请向其咨询。",
  "The operator of this server has not published a privacy policy. Ask them what happens to your data.":
    "此服务器的运营者尚未发布隐私政策，请向其了解如何处理您的数据。",
  "No account yet?": "还没有账户？",
  "What you can use": "您可以使用的能力",
  Sandbox: "沙箱",
  "Isolated machines, started in a second and gone when done.": "相互隔离的机器，一秒启动，用完即走。",
  Browser: "浏览器",
  "A real browser that an agent can read and click.": "智能体可以阅读和点击的真实浏览器。",
  Desktop: "桌面",
  "Whole desktops for work that needs windows and files.": "完整的桌面环境，适合需要窗口和文件的工作。",
  "Android/iOS": "Android/iOS",
  "Phones and tablets over plain adb, with a live screen.": "通过标准 adb 使用手机和平板，屏幕实时可见。",
  MCP: "MCP",
  "The same tools for every agent that speaks the protocol.": "凡支持该协议的智能体，都能使用同一套工具。",
  "Learn More": "了解更多",
  "Source, examples and how the pieces fit together.": "源代码、示例，以及各部分如何协作。",
  "In five lines": "五行代码",
  "In five lines: {what}": "五行代码：{what}",
  "They run as they stand in Node 24, with an API key of your team in TERRARIUM_API_KEY and this address in TERRARIUM_BASE_URL.":
    "在 TERRARIUM_API_KEY 中设置团队的 API 密钥，在 TERRARIUM_BASE_URL 中设置本站地址，即可在 Node 24 中直接运行。",
  "the install command": "安装命令",
  "the example": "示例",
  "Get started": "开始使用",
  "Project repository": "项目仓库",
  "A Linux machine with a shell, files, Python and Node. It starts in a fraction of a second, keeps to its memory and processor, and is gone when it ends.":
    "一台带有终端、文件、Python 和 Node 的 Linux 机器。不到一秒即可启动，内存和处理器有上限，结束后不留痕迹。",
  "A sandbox with its shell, on its page in the console": "控制台页面中的沙箱及其终端",
  "Chromium on a screen of its own. Agents read its pages as text and press what they name; people watch it live and take over.":
    "在独立屏幕上运行的 Chromium。智能体以文本阅读页面、按名称点击；人可以实时观看并接管。",
  "A browser with a page, on its page in the console": "控制台页面中打开网页的浏览器",
  "Windows, a terminal, files, an editor and a browser. Mouse, keyboard, clipboard and screen work from code and by hand.":
    "包含窗口、终端、文件、编辑器和浏览器。鼠标、键盘、剪贴板和屏幕既可用代码操作，也可手动操作。",
  "A desktop with an editor, on its page in the console": "控制台页面中打开编辑器的桌面",
  "A phone with Android's shell, files and apps, over plain adb and with a live screen. There are no devices of iOS yet.":
    "具备 Android 终端、文件和应用的手机，通过标准 adb 使用，屏幕实时可见。暂无 iOS 设备。",
  "A phone with a note, on its page in the console": "控制台页面中打开笔记的手机",
  "Five tools let an agent start devices, read their screens as text, touch, type, run commands and move files, from any client that speaks the protocol.":
    "五个工具让智能体启动设备、以文本阅读屏幕、触摸、输入、执行命令和传输文件，任何支持该协议的客户端都可使用。",
  "A phone that an agent drives by MCP, with the timeline of what was done": "智能体通过 MCP 操作的手机及其操作时间线",
  "Use Cases": "使用案例",
  "Watch a script open an app and write in it.": "观看脚本如何打开应用并输入文字。",
  "A script opens Notes on a phone and writes a note": "脚本在手机上打开记事本并写下一条笔记",

  "sign-in with {provider} is not set up on this server": "此服务器未配置 {provider} 登录",
  "Sign-in with {provider} is not set up on this server": "此服务器未配置 {provider} 登录",
  "Signing in needs https; open this page over https or at localhost":
    "登录需要 https：请通过 https 或 localhost 打开此页面",
  "Logging you in...": "正在登录…",
  "Login successful": "登录成功",
  "Login failed: {reason}": "登录失败：{reason}",
  "Login failed: No token received": "登录失败：未收到令牌",
  "no code was returned": "没有返回授权码",
  "it was not started in this tab; please try again": "登录不是在此标签页发起的，请重试",
  "Internal server error, please contact administrator": "服务器内部错误，请联系管理员",
  "Unable to connect to server, please check if server is running": "无法连接到服务器，请检查服务器是否正在运行",
  "Network error, please check your connection": "网络错误，请检查网络连接",

  "Create your account": "创建您的账户",
  "Full name": "姓名",
  "Email address": "电子邮箱",
  Password: "密码",
  "Create account": "创建账户",
  "Already have an account?": "已有账户？",

  "Enter Invite Code": "输入邀请码",
  "The alpha is open to those who were invited. A code is needed once.":
    "Alpha 测试仅对受邀用户开放，邀请码只需输入一次。",
  "You need no code here. If you have one, you can redeem it all the same.":
    "此处无需邀请码。如果您有邀请码，仍可在此兑换。",
  "Contact us for an invite code": "联系我们获取邀请码",
  "Invite code": "邀请码",
  Verify: "验证",
  "Invite code verified successfully": "邀请码验证成功",
  "Successfully logged out": "已退出登录",

  "Page not found": "页面不存在",
  "Oops! Page not found": "哎呀！页面不存在",
  "Return to Home": "返回首页",

  ACCOUNT: "账户",
  "Profile Information": "个人资料",
  "How your teams see you.": "团队成员看到的您的信息。",
  "How this browser shows the console.": "控制台在此浏览器中的显示语言。",
  "Name updated successfully": "名称已更新",
  "Update failed, please try again later": "更新失败，请稍后重试",
  "Danger Zone": "危险操作",
  "Deletes your account with all its data. A team that you own goes to its longest-standing admin or member; one without others is disbanded.":
    "删除您的账户及其全部数据。您拥有的团队将移交给加入时间最长的管理员或成员；没有其他成员的团队将被解散。",
  "Delete Account": "删除账户",
  "Confirm Account Deletion?": "确认删除账户？",
  "This action permanently deletes your account and all associated data. It cannot be undone.":
    "此操作将永久删除您的账户及所有相关数据，且无法撤销。",
  "Account successfully deleted": "账户已删除",
  "Failed to delete account, please try again later": "删除账户失败，请稍后重试",
};
