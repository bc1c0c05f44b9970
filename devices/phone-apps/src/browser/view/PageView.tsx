import { unescape } from "node:querystring";
import { Text, View } from "@terrarium/phone-ui/render/elements";
import type { SpanTouch } from "@terrarium/phone-ui/render/text-span";
import { ServicesContext, useColors, useScreen, useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { Dialog } from "@terrarium/phone-ui/widgets/Dialog.tsx";
import { LazyColumn } from "@terrarium/phone-ui/widgets/LazyColumn.tsx";
import { RadioRow } from "@terrarium/phone-ui/widgets/RadioRow.tsx";
import { useEffect, useMemo, useRef, useState, type ReactElement } from "react";
import { missingControl, pressChoice, resetForm, submission, valueOf, type FormValues } from "../document/form-data.ts";
import type { PageControl } from "../document/page-document.ts";
import { textIn, type PageAction } from "../page/block.ts";
import type { LaidPage, PageShow } from "../page/lay-out-page.ts";
import type { ShownPage } from "../session/browser-session.ts";
import { BROWSER_STRINGS } from "../strings.ts";
import { blockElement } from "./block-element.tsx";
import type { PageScene } from "./page-scene.ts";

/** Number of matches on the page, and the index of the current one. */
export interface PageMatches {
  count: number;
  at: number;
}

/** Shows a page, laid out for this screen, with links and forms. */
export function PageView(props: {
  shown: ShownPage;
  query: string | undefined;
  /** Index of the match to scroll to. */
  match: number;
  onMatches: (count: number) => void;
  onScroll: (offset: number) => void;
  onOpen: (address: string, form?: string) => void;
  onHoldLink: (address: string) => void;
}): ReactElement {
  const { shown, query = "", match, onMatches } = props;
  const texts = useStrings(BROWSER_STRINGS);
  const colors = useColors();
  const [anchor, setAnchor] = useState(() => hashOf(shown.address));
  const [choosing, setChoosing] = useState<PageControl>();
  const forms = useForms(shown, props.onOpen, setChoosing);
  const act = (action: PageAction): void => {
    if (action.kind === "label") return forms.onPress(action.control);
    const [base, hash] = [action.href.split("#")[0], hashOf(action.href)];
    if (hash !== undefined && base === shown.address.split("#")[0]) setAnchor(hash);
    else props.onOpen(action.href);
  };
  const laid = useLaidPage(shown, { act, hold: props.onHoldLink });
  const wanted = query.trim().toLowerCase();
  const found = useMemo(() => findPlaces(laid, wanted), [laid, wanted]);
  useEffect(() => onMatches(found.length), [found, onMatches]);
  const current = found[match];
  const scrollTo = useScrollTarget({ laid, anchor, start: shown.scroll, found: current?.top });
  if (!laid) return <View style={{ grow: 1 }} />;
  const { pieces } = laid;
  const { cut, title } = shown.page;
  // Reason why the page shows less than its source has.
  const notice =
    cut === "long" ? texts.cutLong : cut === "deep" ? texts.cutDeep : pieces.length === 0 ? texts.empty : undefined;
  const scene: PageScene = { ...forms, colors, pictures: shown.pictures };
  return (
    <View style={{ grow: 1, background: colors.surface }}>
      <LazyColumn
        id="page"
        {...(title === "" ? {} : { label: title })}
        items={[...pieces, ...(notice === undefined ? [] : [{ key: "notice", height: 88, block: undefined }])]}
        paddingBottom={24}
        scrollTo={scrollTo}
        onScroll={props.onScroll}
        render={({ key, block }) =>
          block ? (
            blockElement(block, {
              ...scene,
              marks: { wanted, current: current?.piece === key ? current.nth : -1, passed: 0 },
            })
          ) : (
            <Text id="notice" text={TYPE.body} color={colors.error} style={{ marginX: 16, marginTop: 16 }}>
              {notice ?? ""}
            </Text>
          )
        }
      />
      {choosing ? (
        <Choice
          control={choosing}
          value={valueOf(choosing, forms.values).value}
          onChoose={(value) => {
            forms.onValue(choosing, value);
            setChoosing(undefined);
          }}
          onDismiss={() => setChoosing(undefined)}
        />
      ) : null}
    </View>
  );
}

/** Returns the input in the page's forms, and the handlers that change and submit it. */
function useForms(
  { page }: ShownPage,
  onOpen: (address: string, form?: string) => void,
  onChoose: (control: PageControl) => void,
): Pick<PageScene, "values" | "onPress" | "onValue" | "onSubmit"> {
  const services = useServices();
  const texts = useStrings(BROWSER_STRINGS);
  const [values, setValues] = useState<FormValues>(new Map());
  const onSubmit = (control: PageControl): void => {
    if (control.form === undefined) return;
    const missing = missingControl(page, control.form, values);
    if (missing) return services.showToast(texts.fillIn(missing.placeholder || missing.name));
    const sent = submission(page, control.form, values, control);
    if (sent) onOpen(sent.address, sent.form);
  };
  const onPress = (control: PageControl): void => {
    if (control.disabled) return;
    if (control.type === "submit") onSubmit(control);
    else if (control.type === "reset") setValues(resetForm(page, control.form, values));
    else if (control.type === "select") onChoose(control);
    else if (control.type === "checkbox" || control.type === "radio") setValues(pressChoice(page, control, values));
  };
  const onValue = (control: PageControl, value: string): void =>
    setValues((before) => new Map(before).set(control.id, { ...valueOf(control, before), value }));
  return { values, onPress, onValue, onSubmit };
}

/** Shows the options of a select. */
function Choice(props: {
  control: PageControl;
  value: string;
  onChoose: (value: string) => void;
  onDismiss: () => void;
}): ReactElement {
  const { placeholder, name, options } = props.control;
  return (
    <Dialog title={placeholder || name} actions={[]} onDismiss={props.onDismiss}>
      {options.map(({ value, label }, index) => (
        <RadioRow
          key={`${value} ${label}`}
          id={`option_${index}`}
          plain
          title={label}
          checked={value === props.value}
          onSelect={() => props.onChoose(value)}
        />
      ))}
    </Dialog>
  );
}

/** Lays the page out again when the screen, theme, font scale or pictures change. Until then, the last layout shows. */
function useLaidPage(
  shown: ShownPage,
  handlers: { act: (action: PageAction) => void; hold: (address: string) => void },
): LaidPage | undefined {
  const services = useServices();
  const { widthDp, heightDp, densityDpi, fontScale } = useScreen();
  const theme = useSystem((state) => state.theme);
  const colors = useColors();
  const [laid, setLaid] = useState<LaidPage>();
  // A finished layout calls the latest handlers.
  const latest = useRef(handlers);
  useEffect(() => void (latest.current = handlers));
  const { page, pictures } = shown;
  useEffect(() => {
    const abort = new AbortController();
    const ignore = (): void => undefined;
    const scene = {
      colors,
      pictures,
      values: new Map(),
      onPress: ignore,
      onValue: ignore,
      onSubmit: ignore,
    };
    const show: PageShow = {
      touch: (action): SpanTouch => ({
        id: action.kind,
        onPress: () => latest.current.act(action),
        ...(action.kind === "link" ? { onLongPress: () => latest.current.hold(action.href) } : {}),
        rippleColor: "#808080",
      }),
      element: (block, key) => blockElement(block, scene, key),
      around: (elements) => <ServicesContext value={services}>{elements}</ServicesContext>,
    };
    const layOut = async (): Promise<void> => {
      try {
        const screen = { widthDp, heightDp, densityDpi, fontScale, theme, textColor: colors.onSurface };
        const { layOutPage } = await import("../page/lay-out-page.ts");
        const next = await layOutPage(page, screen, show, abort.signal);
        if (!abort.signal.aborted) services.run(() => setLaid(next));
      } catch (error) {
        if (!abort.signal.aborted) services.log(`a page could not be laid out: ${String(error)}`);
      }
    };
    services.load(layOut());
    return () => abort.abort();
  }, [services, page, pictures, widthDp, heightDp, densityDpi, fontScale, theme, colors]);
  return laid;
}

interface Place {
  /** The key of the match's piece, and the match's index within it. */
  piece: string;
  nth: number;
  /** Approximate distance from the page's top, in dp. */
  top: number;
}

/** Returns the matches of the words, from top to bottom. */
function findPlaces(laid: LaidPage | undefined, wanted: string): Place[] {
  if (!laid || wanted === "") return [];
  return laid.pieces.flatMap(({ key, block, top, height }) => {
    const text = textIn(block).toLowerCase();
    const places: Place[] = [];
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
      places.push({ piece: key, nth: places.length, top: top + (height * at) / text.length });
    return places;
  });
}

/** Returns the scroll target: the current match, the address's fragment, or the last position. */
function useScrollTarget(options: {
  laid: LaidPage | undefined;
  anchor: string | undefined;
  start: number;
  found: number | undefined;
}): { offset: number } | undefined {
  const { laid, anchor, start, found } = options;
  const ready = laid !== undefined;
  return useMemo(() => {
    if (found !== undefined) return { offset: Math.max(0, found - 120) };
    const top = anchor === undefined ? undefined : (laid?.anchors.get(anchor) ?? (anchor === "top" ? 0 : undefined));
    if (top !== undefined) return { offset: top };
    return ready && start > 0 ? { offset: start } : undefined;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each new layout would pull the page from under the reader
  }, [found, anchor, start, ready]);
}

function hashOf(address: string): string | undefined {
  const at = address.indexOf("#");
  return at < 0 ? undefined : unescape(address.slice(at + 1));
}
