import { type ErrorCode, ERRORS, UNAUTHORIZED } from "@terrarium/contract/errors";
import { REFUSED_SNAPSHOT, REFUSED_SNAPSHOT_NAME } from "@terrarium/contract/form-rules";
import {
  API_KEYS_PER_ORGANIZATION,
  BOX_FILE_LIMITS,
  INVITE_EXPIRY_DAYS,
  INVITE_LINKS_PER_ORGANIZATION,
  MEMBERS_PER_ORGANIZATION,
  METADATA,
  ORGANIZATIONS_PER_USER,
  SNAPSHOTS,
  TEAM_NAME_MAX_CHARS,
  USER_NAME_MAX_CHARS,
  WEBHOOK_LIMITS,
  WEBHOOKS_PER_ORGANIZATION,
} from "@terrarium/contract/limits";

/** Errors of the server, with the placeholders of the contract's messages. */
export const ERROR_TEXTS: Readonly<Record<ErrorCode, string>> = {
  invalid_request: "请求无效：{detail}",
  invalid_json: "请求内容不是有效的 JSON",
  body_too_large: "请求内容超过 {limitBytes} 字节",
  body_too_slow: "请求到达过慢，服务器不再等待，请重新发送",
  body_encoded: "只接受未编码的请求内容，而此请求的内容使用了编码“{encoding}”",
  unauthorized: "未授权：{problem}",
  session_required: "此操作需要登录用户，不接受 API 密钥",
  scope_required: "此调用需要权限 {scope}，而所用的密钥或令牌只有 {held}",
  api_key_expired: "此 API 密钥已于 {expiredAt} 过期",
  forbidden_origin: "不接受来自 {origin} 的请求",
  not_found: "{path} 不存在",
  organization_not_found: "您不属于团队 {organizationId}，或该团队不存在",
  role_required: "只有本团队的{roles}可以执行此操作",
  budget_exceeded:
    "团队本月 ${limitDollars} 的预算已用完（已用 ${usedDollars}）：在预算页面提高上限或下个月开始（{resetsAt}）之前，无法新建沙箱或发送 API 请求",
  payments_not_configured:
    "此服务器暂不接受付款，因此还无法在此购买专业版套餐。请联系服务器管理员；如果您就是管理员，README 说明了如何启用付款",
  payments_disconnected:
    "本团队的专业版套餐在 Stripe 管理，而此服务器目前未连接到 Stripe；套餐本身在那里继续有效。要更改或取消，请联系服务器管理员",
  payments_failed: "Stripe 未接受请求：{detail}",
  already_pro: "本团队已是专业版套餐",
  not_pro: "本团队不是专业版套餐",
  webhook_refused: "webhook 的签名不匹配，请检查 STRIPE_WEBHOOK_SECRET",
  invoice_not_found: "本团队没有账单 {invoiceId}",
  owner_required: "只有所有者可以{action}",
  own_role: "不能更改自己的角色",
  owner_cannot_leave: "团队所有者不能退出团队",
  member_not_found: "本团队没有成员 {userId}",
  already_owner: "您已是本团队的所有者",
  already_member: "您已是 {name} 的成员",
  member_limit: `本团队已有 ${MEMBERS_PER_ORGANIZATION} 名成员，达到团队人数上限`,
  organization_limit: `您已加入 ${ORGANIZATIONS_PER_USER} 个团队，达到上限；请先退出或解散一个团队`,
  invite_link_limit: `本团队已有 ${INVITE_LINKS_PER_ORGANIZATION} 个邀请链接，达到上限；请先删除一个`,
  invite_link_expiry: `expiresAt：邀请链接的有效期为 ${INVITE_EXPIRY_DAYS.min} 至 ${INVITE_EXPIRY_DAYS.max} 天，请以秒级时间戳给出结束时间`,
  invite_link_not_found: "本团队没有邀请链接 {inviteId}",
  invite_link_unknown: "没有团队使用此邀请码：请检查是否输入有误，或索取新的邀请码",
  invite_link_expired: "此邀请已过期，请索取新的邀请码",
  invite_code_unknown: "邀请码无效：请检查是否输入有误",
  invite_code_used: "此邀请码已被使用",
  invite_code_expired: "此邀请码已过期",
  invite_required: "此处需要邀请码：请在 /invite-code 输入",
  sandbox_not_found: "您的团队中没有沙箱 {sandboxId}",
  sandbox_not_running: "沙箱 {sandboxId} 未在运行：{reason}",
  idempotency_conflict: "此 Idempotency-Key 已用于另一个请求：请为每个操作使用不同的键",
  start_timeout: "设备未能在 {timeoutS} 秒内就绪，沙箱已被移除，不计费也不占用名额",
  cannot_stop: "模板 {templateId} 的沙箱无法停止后再启动：{detail}",
  device_type_unavailable: "无法提供 {deviceType} 设备：{detail}",
  user_sandbox_limit: "您在所有个人版团队中已共有 {limit} 个沙箱，达到上限，请先删除一个",
  sandbox_limit: "已达到沙箱数量上限：您的套餐最多同时运行 {limit} 个沙箱，请先删除一个",
  template_not_found: "没有模板 {templateId}",
  template_unavailable: "暂时无法用模板 {templateId} 创建沙箱：{detail}。请选择其他模板，或联系服务器管理员",
  api_key_limit: `本团队已有 ${API_KEYS_PER_ORGANIZATION} 个 API 密钥，达到上限；请先删除一个`,
  had_api_keys: "本团队曾有过 API 密钥，不会再自动创建第一个",
  api_key_not_found: "本团队没有 API 密钥 {apiKeyId}",
  webhook_limit: `本团队已有 ${WEBHOOKS_PER_ORGANIZATION} 个 webhook，达到上限；请先删除一个`,
  webhook_not_found: "本团队没有 webhook {webhookId}",
  webhook_delivery_not_found: "此 webhook 没有投递 {deliveryId}",
  webhook_queue_full: `本团队有 ${WEBHOOK_LIMITS.waiting} 次投递正在等待，达到上限`,
  webhook_url_refused: "无法向 {url} 发送事件：{detail}",
  device_failed: "沙箱 {sandboxId} 的设备没有响应：{detail}",
  device_busy: "沙箱 {sandboxId} 的设备一时忙不过来，请在 {retryAfterSeconds} 秒后重试",
  socket_limit: "已同时打开 {limit} 个屏幕、终端、日志或浏览器连接，达到上限；请先关闭一个",
  outside_screen: "({x}, {y}) 在屏幕之外：屏幕宽 {widthPx} 像素、高 {heightPx} 像素",
  element_changed: "{element} 不在那里：{detail}",
  no_model: "{asked} 需要能看懂屏幕的模型，而本产品不附带模型",
  not_recording: "沙箱 {sandboxId} 的屏幕未在录制",
  recording_unavailable: "无法录制沙箱 {sandboxId} 的屏幕：{detail}",
  adb_withheld: "沙箱 {sandboxId} 的设备是一部连接的手机，其 ADB 不对外提供",
  device_start_failed: "设备无法启动：{detail}",
  provider_unavailable:
    "暂时无法连接 {provider} 的设备（{detail}）；正在运行的沙箱不受影响。请一分钟后重试，或联系服务器管理员",
  file_not_found: "设备上没有文件 {path}",
  not_possible: "此处无法执行 {what}：{detail}",
  egress_off: "此服务器的设备应用不能访问网络，代理无从生效；运营者可用 TERRARIUM_DEVICE_EGRESS 开放",
  browser_closed: "沙箱 {sandboxId} 的浏览器没有打开：{detail}",
  tab_not_found: "浏览器没有标签页 {tabId}",
  page_failed: "浏览器无法显示 {url}：{detail}",
  proxy_not_set: "设备没有设置代理；向同一地址 POST 即可设置",
  app_not_found: "设备上没有应用 {packageName}",
  app_refused: "设备拒绝了 {packageName}：{detail}",
  file_exists: "设备上已有文件或文件夹 {path}",
  file_refused: "设备拒绝了 {path}：{detail}",
  folder_too_large: `{path} 中的文件超过 ${BOX_FILE_LIMITS.listed} 个，列表最多显示这么多`,
  oauth_failed: "{provider} 未接受此次登录：{detail}",
  oauth_not_configured: "此服务器未配置 {provider} 登录",
  run_limit: "您的团队已有 {limit} 个脚本在运行，请先停止一个",
  user_run_limit: "您在所有团队中已共有 {limit} 个脚本在运行，请先停止一个",
  run_capacity: "服务器已在运行 {limit} 个脚本，请稍后重试",
  storage_limit: "无法再为沙箱 {sandboxId} 存储内容：{detail}",
  snapshot_not_found: "您的团队没有名为 {name} 的快照",
  snapshot_exists: "您的团队已有名为 {name} 的快照，或正在创建：请删除它，或换一个名称",
  snapshot_limit: "未创建此快照：{detail}",
  object_not_found: "沙箱 {sandboxId} 没有以 {storageKey} 存储的内容，或已被删除",
  address_expired: "此地址不完整或已过期：请使用存储键获取新地址（调用 getPresignedUrl）",
  no_space: "服务器磁盘空间不足，无法再创建沙箱：请删除不再需要的沙箱，或请服务器管理员释放空间",
  disk_full: "服务器磁盘已满，此操作未能保存：请删除不再需要的沙箱，或请服务器管理员释放空间",
  too_many_open_files: "服务器打开的文件和连接已达上限，请稍后重试",
  rate_limited: "请求过于频繁，请在 {retryAfterSeconds} 秒后重试",
  database_unavailable: "服务器暂时无法连接其数据库，请几秒后重试",
  shutting_down: "服务器正在关闭，请重试",
  internal: "服务器内部错误，反馈时请提供请求 ID {requestId}",
};

/** Server texts inside errors and data. */
const SERVER_WORDS: Readonly<Record<string, string>> = {
  "change member role": "更改成员角色",
  "remove members": "移除成员",
  "transfer the organization": "转让团队",
  "disband the team": "解散团队",
  "owners and admins": "所有者和管理员",
  owners: "所有者",
  "see the API document": "请参阅 API 文档",
  [UNAUTHORIZED.nothing]: "请求中没有 API 密钥或会话令牌",
  [UNAUTHORIZED.apiKey]: "API 密钥无效，可能输入有误、已被更换或已被删除",
  [UNAUTHORIZED.session]: "会话无效或已结束，请重新登录",
  "unknown cause": "原因未知",
  "(none)": "（无）",
  [REFUSED_SNAPSHOT.tooMany]: `您的团队已有 ${SNAPSHOTS.perOrganization.snapshots} 个；请先删除一个`,
  [REFUSED_SNAPSHOT.tooLarge]: `每个压缩后最大 ${SNAPSHOTS.bytes / 1_048_576} MiB；请删除沙箱不需要的内容`,
  [REFUSED_SNAPSHOT.full]: `您的团队总共最多 ${SNAPSHOTS.perOrganization.bytes / 1_048_576} MiB；请先删除一个`,
  [REFUSED_SNAPSHOT.yoursFull]: `您在所有 Hobby 套餐的团队中总共最多 ${SNAPSHOTS.perUser.bytes / 1_048_576} MiB；请先删除一个`,
  [REFUSED_SNAPSHOT.late]: `未能在 ${SNAPSHOTS.timeoutMs / 1_000} 秒内读完；请删除沙箱不需要的内容`,
  "the operator of this server allows no webhooks": "此服务器的管理员不允许 webhook",
  "it has a user name or a password in it": "地址中含有用户名或密码",
  "it is not https": "不是 https",
  "it is not on the public internet": "不在公共互联网上",
  "it is not configured": "未配置",
  "its engine takes no connections": "其引擎不接受连接",
  "the server may not use its engine's socket": "服务器无权使用其引擎的套接字",
  "the connection to its engine broke": "与其引擎的连接已断开",
  "its engine does not have its image: build it (npm run images), or pull it":
    "其引擎没有该镜像：请构建（npm run images）或拉取",
  "its ADB asks for no key, and TERRARIUM_DOCKER_PUBLISH would publish it: unset that, and run the server on its engine's machine":
    "其 ADB 不要求密钥，而 TERRARIUM_DOCKER_PUBLISH 会将其公开：请取消该设置，并在引擎所在的机器上运行服务器",
  "its engine is Podman, which does not keep it apart from others: run it on Docker":
    "其引擎是 Podman，无法将其与其他设备隔离：请在 Docker 上运行",
  "TERRARIUM_DOCKER_PUBLISH takes a network that leads everywhere, and TERRARIUM_DEVICE_EGRESS is not all: run the server on its engine's machine, or let devices out everywhere":
    "TERRARIUM_DOCKER_PUBLISH 需要可通往任何地方的网络，而 TERRARIUM_DEVICE_EGRESS 不是 all：请在引擎所在的机器上运行服务器，或允许设备访问任何地方",
  "the server cannot offer it a way out at its engine's machine, and its log says why: run it there, or set TERRARIUM_DEVICE_EGRESS to off or all":
    "服务器无法在其引擎所在的机器上为其提供出口，原因见服务器日志：请在该机器上运行服务器，或将 TERRARIUM_DEVICE_EGRESS 设为 off 或 all",
  "the setting of its image names that of phones alone: write {kind} in it, where the kind stands":
    "其镜像设置只指定了手机的镜像：请在其中种类的位置写上 {kind}",
  "the kernel of its engine's machine has no binder: install its extra modules, then modprobe binder_linux devices=binder,hwbinder,vndbinder":
    "引擎所在机器的内核没有 binder：请安装内核附加模块，然后执行 modprobe binder_linux devices=binder,hwbinder,vndbinder",
  "the kernel of its engine's machine has pages that are not 4 KB, which Android's programs need":
    "引擎所在机器的内核内存页不是 4 KB，而 Android 程序需要 4 KB",
  "the kernel of its engine's machine has no ashmem: write memfd: true in the template, or modprobe ashmem_linux":
    "引擎所在机器的内核没有 ashmem：请在模板中写 memfd: true，或执行 modprobe ashmem_linux",
  "the kernel of its engine's machine has no IPv6: start it without ipv6.disable":
    "引擎所在机器的内核没有 IPv6：请不要以 ipv6.disable 启动",
  "it is a folder": "它是文件夹",
  "it is not a folder": "它不是文件夹",
  "it is not a regular file": "它不是普通文件",
  "permission denied": "没有权限",
  "it has ended": "它已结束",
  "it was deleted": "它已被删除",
  "its lifetime is over": "生存时间已到",
  "the team's quota was exceeded": "超出团队配额",
  "its device stopped by itself": "设备意外停止",
  "its device did not answer any more": "设备不再响应",
  "its device used more memory than it may": "设备使用的内存超过上限",
  "its device stored more than it may": "设备存储的内容超过上限",
  "an error made its files read-only, so it was stopped": "文件系统出错变为只读，沙箱已停止",
  "the team's budget was reached": "团队预算已用完",
  "its device did not start": "设备未能启动",
  "its device is still starting": "设备仍在启动",
  "its device is not there": "设备不可用",
  "it is being stopped": "正在停止",
  "it was stopped": "它已被停止",
  "the server was shut down": "服务器已关闭",

  Running: "运行中",
  Starting: "启动中",
  Stopped: "已停止",
  Terminated: "已终止",
  Expired: "已到期",
  Failed: "失败",
  public: "公开",
  private: "私有",
  paid: "已支付",
  due: "待支付",
  failed: "支付失败",

  "Name cannot be empty": "名称不能为空",
  "Name must be between 3 and 50 characters": "名称长度须为 3 至 50 个字符",
  "Name can only contain letters, numbers, underscores and hyphens": "名称只能包含字母、数字、下划线和连字符",
  [REFUSED_SNAPSHOT_NAME.characters]: `名称最多 ${SNAPSHOTS.name.maxChars} 个字母、数字、点、下划线和连字符，以字母或数字开头`,
  "A name has at least one character that can be seen": "名称至少要有一个可见字符",
  "A name has no control characters, and none that cannot be seen": "名称不能包含控制字符或不可见字符",
  [`A name has at most ${USER_NAME_MAX_CHARS} characters`]: `名称最多 ${USER_NAME_MAX_CHARS} 个字符`,
  [`A name has at most ${TEAM_NAME_MAX_CHARS} characters`]: `名称最多 ${TEAM_NAME_MAX_CHARS} 个字符`,
  "A key cannot be empty": "键不能为空",
  [`A key has at most ${METADATA.maxKeyChars} characters`]: `键最多 ${METADATA.maxKeyChars} 个字符`,
  [`A value has at most ${METADATA.maxValueChars} characters`]: `值最多 ${METADATA.maxValueChars} 个字符`,
  [`At most ${METADATA.maxEntries} entries`]: `最多 ${METADATA.maxEntries} 项`,
};

interface Pattern {
  english: RegExp;
  chinese: string;
}

/** Reasons why this machine cannot run Linux sandboxes (`linux-machine.ts` of the server). */
const LACKS: readonly Pattern[] = [
  { english: /^needs its program: (?<command>.*)$/, chinese: "缺少其程序：{command}" },
  { english: /^needs (?<parts>.*): (?<command>`npm run .*`)$/, chinese: "需要 {parts}：{command}" },
  { english: /^needs Linux$/, chinese: "需要 Linux" },
  { english: /^needs a processor of .*, this is (?<processor>.*)$/, chinese: "不支持处理器 {processor}" },
  {
    english: /^this machine lets users make no namespaces \((?<words>.*)\)$/,
    chinese: "这台机器不允许用户创建命名空间（{words}）",
  },
];

/** Characters with a special meaning in a regular expression. */
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** Returns a pattern that extracts the placeholders' values from an error message of the server. */
function patternOf(code: ErrorCode): Pattern {
  const places = new Proxy({}, { get: (_, name) => `{${String(name)}}` });
  const pieces = ERRORS[code].message(places).split(/\{(\w+)\}/);
  const source = pieces.map((piece, index) =>
    index % 2 === 0 ? piece.replace(SPECIAL, String.raw`\$&`) : `(?<${piece}>.*)`,
  );
  return { english: new RegExp(`^${source.join("")}$`, "s"), chinese: ERROR_TEXTS[code] };
}

let patterns: readonly Pattern[] | undefined;

/** Checks own properties only: a user's text may equal a property of Object.prototype, such as "constructor". */
const wordOf = (text: string): string | undefined =>
  Object.hasOwn(SERVER_WORDS, text) ? SERVER_WORDS[text] : undefined;

/** Translates an error message or another text of the server to Chinese. Returns undefined if it is unknown. */
export function serverText(text: string): string | undefined {
  const word = wordOf(text);
  if (word !== undefined) return word;
  patterns ??= [...LACKS, ...(Object.keys(ERROR_TEXTS) as ErrorCode[]).map(patternOf)];
  for (const { english, chinese } of patterns) {
    const match = english.exec(text);
    if (match === null) continue;
    return chinese.replaceAll(/\{(\w+)\}/g, (_, place: string) => {
      const value = match.groups?.[place] ?? "";
      // The problem of a request's field follows the field's name.
      return wordOf(value) ?? wordOf(value.replace(/^\w+: /, "")) ?? value;
    });
  }
  return undefined;
}
