// The page in Simplified Chinese.

import { formatCount, plurals } from "../format.js";

/** @typedef {import("../strings.js").MediaFilter} MediaFilter */

const many = plurals("zh-Hans");
const nouns = { image: "# 张照片", video: "# 个视频", any: "# 个项目" };
const choices = { image: ["一张照片", "# 张照片", "照片"], video: ["一个视频", "# 个视频", "视频"], any: ["一张照片或一个视频", "# 个照片或视频", "照片或视频"] };

/** @type {typeof import("./english.js").english} */
export const chinese = {
  things: (count, filter) => many(count, { other: nouns[filter] }),
  appName: "Picker",
  back: "返回",
  photos: "照片",
  albums: "相册",
  views: "视图",
  library: "图库",
  libraries: "图库",
  unavailable: (title) => `${title}（无法访问）`,
  events: "事件",
  folders: "文件夹",
  help: "键盘和鼠标",
  close: "关闭",
  retry: "重试",
  undo: "撤销",
  cancel: "取消",
  done: "完成",
  clear: "清除选择",
  copyPaths: "复制路径",
  loading: "正在加载…",
  previous: "上一张",
  next: "下一张",
  details: "详细信息",
  select: "选择",
  selected: "已选择",
  folder: "文件夹",
  message: "消息",
  language: "语言",
  languageOfBrowser: "跟随浏览器",

  gridLabel: (title) => `“${title}”中的照片`,
  cellLabel: (name, kind, date) => [name, kind, date].filter(Boolean).join("，"),
  kinds: { image: "", video: "视频", audio: "音频", unknown: "文件" },

  search: "搜索",
  kindsOfPhotos: "照片类型",
  all: "全部",
  kindNames: { photos: "照片", videos: "视频", live: "实况", raw: "RAW", favorites: "收藏", screenshots: "截图" },
  nothingFound: "未找到任何内容",
  nothingFoundHint: (text) => (text ? `没有照片的名称、相簿、标题、关键词、相机或日期包含“${text}”。` : "没有这种类型的照片。"),
  showAll: "显示所有照片",

  newestFirst: "最新的在前",
  oldestFirst: "最早的在前",
  noDate: "没有日期",
  selectSection: (date) => `选择${date}的全部内容`,
  timeline: "时间线",
  live: "实况",
  raw: "RAW",
  columns: (count) => many(count, { other: "每行 # 张照片" }),

  placeOf: (place, total) => (total === null ? `第 ${formatCount(place)} 张` : `第 ${formatCount(place)} 张，共 ${formatCount(total)} 张`),
  zoomToPixels: (percent) => `当前 ${percent}。按实际大小显示`,
  zoomToFit: (percent) => `当前 ${percent}。显示整张照片`,
  playLive: "播放实况照片",
  play: "播放",
  pause: "暂停",
  mute: "静音",
  unmute: "打开声音",
  fullScreen: "全屏",
  videoPosition: "视频播放位置",
  videoControls: "视频控件",
  timeOf: (position, length) => `${position} / ${length}`,

  invitation: (limit, minimum, filter) => {
    const [one, some, any] = choices[filter];
    if (limit === 1) return `请选择${one}`;
    if (limit !== null) return many(limit, { other: minimum === limit ? `请选择 ${some}` : `最多可选择 ${some}` });
    return minimum > 1 ? many(minimum, { other: `请至少选择 ${some}` }) : `请选择${any}`;
  },
  countOf: (count, limit) => (limit === null ? `已选择 ${formatCount(count)} 项` : `已选择 ${formatCount(count)} 项，最多 ${formatCount(limit)} 项`),
  doneOf: (count, minimum) => `完成（${formatCount(count)}/${formatCount(minimum)}）`,
  missing: (missing) => many(missing, { other: "还需选择 # 项才能完成" }),
  atLimit: (limit, filter) => `最多可选择 ${many(limit, { other: nouns[filter] })}。请先取消选择一项，再选择其他项。`,
  leftOut: (added, left, limit) => `已添加 ${formatCount(added)} 项，另有 ${formatCount(left)} 项未添加：上限为 ${formatCount(limit)} 项。`,
  announceCount: (count) => (count === 0 ? "未选择任何项" : `已选择 ${formatCount(count)} 项`),
  showSelection: "查看已选择的内容",
  andMore: (count) => many(count, { other: "还有 # 项" }),
  deselectNamed: (name) => `取消选择 ${name}`,
  moveEarlier: (name) => `将 ${name} 前移`,
  moveLater: (name) => `将 ${name} 后移`,
  cleared: "已清除选择",
  restored: "已恢复选择",
  collecting: "正在选择…",
  copied: (count) => many(count, { other: "已复制 # 个路径" }),
  copyByHand: "浏览器不允许此页面复制。请在这里选中文本并自行复制。",
  copyPlace: "复制位置",
  placeCopied: "已复制位置",
  openPlace: "在地图程序中打开",

  reading: "正在读取照片…",
  readingProgress: ({ done, total }) => {
    if (!done) return "";
    return total === null ? `已读取 ${formatCount(done)} 个` : `已读取 ${formatCount(done)} 个，共 ${formatCount(total)} 个`;
  },
  readingHint: "找到的照片会显示在这里。",
  read: "所有照片均已读取",
  emptySoFar: "目前尚未找到任何内容",
  readingFailed: "未能读取所有照片",
  emptyLibrary: "此文件夹中没有照片",
  emptyLibraryHint: "Picker 可以显示 JPEG、PNG、HEIC、AVIF 和 RAW 照片，以及 MP4、MOV、MKV、WebM 和 AVI 视频。将它们放入此文件夹，就会显示在这里。",
  noAlbums: "没有相册",
  noAlbumsHint: "此文件夹中的子文件夹会作为相册显示在这里。",
  emptyAlbum: "此相册是空的",
  emptyAlbumHint: "这里没有可供选择的内容。",
  goneAlbum: "此相册已不存在",
  goneAlbumHint: "它的文件夹已被移动、重命名或删除。",
  failed: "无法加载",
  offline: "Picker 没有响应",
  offlineHint: "启动它的终端可能已关闭。你选择的内容保留在此页面上。",
  offlineBanner: "Picker 没有响应。正在重试…",
  noReason: "服务器没有说明原因。",
  refusals: {
    OFFLINE: "无法连接到照片所在的位置", BUSY: "照片所在的服务正忙", RATE_LIMITED: "请求过于频繁",
    STOPPED: "与照片的连接已中断", SIGN_IN_REQUIRED: "请在照片所在的服务中登录",
    CONSENT_REQUIRED: "需要有人在照片所在的服务中同意", NETWORK_NOT_ALLOWED: "不允许为此使用网络",
    NO_SPACE: "存储空间已满", QUOTA: "存储配额已用完", ACCESS_DENIED: "存储不允许此操作",
  },
  tryAgainIn: (seconds) => (seconds < 120 ? `请在 ${formatCount(seconds)} 秒后重试。` : `请在 ${formatCount(Math.ceil(seconds / 60))} 分钟后重试。`),
  closePage: "你可以关闭此页面了",
  picked: (count, filter) => many(count, { other: `已交付 ${nouns[filter]}。` }),
  cancelled: "没有选择任何内容。",
  endedFor: {
    cancelled: "发起请求的程序没有得到任何内容。",
    expired: "间隔时间过长。请让程序重新发起请求。",
    closed: "发起请求的程序已撤回请求，或者 Picker 已关闭。",
  },
  expired: "此链接已失效。请从发起请求的程序中重新开始选择。",
  closed: "Picker 已在终端中关闭。",

  smartAlbums: {
    cameraRoll: "所有照片", favorites: "个人收藏", videos: "视频", livePhotos: "实况照片", raw: "RAW", panoramas: "全景照片",
    screenshots: "屏幕截图", selfies: "自拍", bursts: "连拍", sloMo: "慢动作", timelapses: "延时摄影",
    recentlyAdded: "最近添加", hidden: "已隐藏",
  },

  signInToPick: "有程序向你请求照片。此浏览器登录后，此页面会自动继续。",
  whoAsks: "谁在请求照片",
  asksFor: (filter) => `请求${{ image: "照片", video: "视频", any: "照片或视频" }[filter]}，并且只会得到你选择的内容。`,
  signInTitle: "请打开终端中的链接",
  signInText: "启动 Picker 的终端显示了此页面的链接。它可以让此浏览器登录一次：已经使用过的链接无法再次打开。",
  signInHint: "没有可用的链接？请重新启动 picker，它会显示一个新链接。",

  detail: {
    name: "名称", folder: "所在位置", size: "大小", dimensions: "尺寸", date: "拍摄时间", camera: "相机", lens: "镜头",
    exposure: "曝光", duration: "时长", type: "类型", location: "地点", files: "文件",
  },
  dimensions: (pixels, megapixels) => `${pixels} · ${megapixels} 百万像素`,
  noPreview: "图片已收到，但此浏览器无法显示。",
  cannotPlay: "此浏览器无法播放该视频，但仍然可以选择它。",

  shortcuts: [
    ["方向键", "移动"],
    ["空格键", "选择或取消选择"],
    ["Shift + 方向键", "选择一个范围"],
    ["Shift + 点按，或拖动", "选择一个范围"],
    ["Ctrl + A", "全选，直到上限"],
    ["Enter", "打开大图"],
    ["/", "搜索"],
    ["Home、End、Page Up、Page Down", "跳转"],
    ["Esc", "返回，然后清除选择"],
    ["方向键、Page Up、Page Down", "在时间线上移动一个月或一年"],
    ["+、− 或 Ctrl + 滚轮", "放大照片，或显示更多照片"],
    ["+、−、0、1", "在大图中放大、缩小、显示整张、实际大小"],
    ["I", "在大图中显示详细信息"],
    ["P", "播放或暂停视频或实况照片"],
    ["按住", "在大图中播放实况照片"],
    ["?", "显示此帮助"],
  ],
};
