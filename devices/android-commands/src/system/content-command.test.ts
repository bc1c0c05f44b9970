import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("content", () => {
  testOnPhone(used, [
    [
      "content query --uri content://settings/system/screen_brightness",
      "Row: 0 _id=2, name=screen_brightness, value=51\n",
    ],
    [
      "content query --uri content://settings/secure --where \"name='ui_night_mode'\" --projection value",
      "Row: 0 value=2\n",
    ],
    [
      "content query --uri content://settings/system --where \"value='x'\"",
      "",
      "[ERROR] name one setting: --where \"name='KEY'\"\n",
      1,
    ],
    [
      "content query --uri content://settings/nowhere",
      "",
      "Error while accessing provider:settings\njava.lang.IllegalArgumentException: Invalid URI: content://settings/nowhere\n",
      1,
    ],
    ["content query --uri content://settings/system/nope", "No result found.\n"],
    {
      script: "content insert --uri content://settings/system --bind name:s:my_key --bind value:s:v:w",
      told: ['putSetting "system" "my_key" "v:w"'],
    },
    {
      script: "content update --uri content://settings/system/my_key --bind value:i:5",
      told: ['putSetting "system" "my_key" "5"'],
    },
    {
      script: "content update --uri content://settings/system --where \"name='my_key'\" --bind value:i:5",
      told: ['putSetting "system" "my_key" "5"'],
    },
    [
      "content update --uri content://settings/system --bind value:i:5",
      "",
      "[ERROR] name one setting: --where \"name='KEY'\"\n",
      1,
    ],
    { script: "content delete --uri content://settings/system/my_key", told: ['deleteSetting "system" "my_key"'] },
    {
      script: "content delete --uri content://settings/system --where \"name='my_key'\"",
      told: ['deleteSetting "system" "my_key"'],
    },
    {
      script: "content query --uri content://contacts/people --where \"a=1\" --sort 'name DESC' --projection _id:name",
      told: ['contentQuery "content://contacts/people" {"projection":["_id","name"],"where":"a=1","sort":"name DESC"}'],
      stdout: "No result found.\n",
    },
    {
      script: "content query --uri content://none/x",
      told: ['contentQuery "content://none/x" {}'],
      stderr: "Error while accessing provider:none\njava.lang.IllegalArgumentException: Unknown URI content://none/x\n",
      exitCode: 1,
    },
    {
      script:
        "content insert --uri content://sms --bind address:s:123 --bind body:s:'a: b' --bind read:b:true --bind seen:b:no --bind thread:n:",
      told: ['contentInsert "content://sms" {"address":"123","body":"a: b","read":"1","seen":"0","thread":null}'],
    },
    {
      script: "content insert --uri content://none/x --bind a:i:1",
      told: ['contentInsert "content://none/x" {"a":"1"}'],
      stderr: "Error while accessing provider:none\njava.lang.IllegalArgumentException: Unknown URI content://none/x\n",
      exitCode: 1,
    },
    {
      script: "content update --uri content://sms/1 --bind read:i:1 --where '_id=1'",
      told: ['contentUpdate "content://sms/1" {"read":"1"} "_id=1"'],
    },
    {
      script: "content update --uri content://none/x --bind a:i:1",
      told: ['contentUpdate "content://none/x" {"a":"1"}'],
      stderr: "Error while accessing provider:none\njava.lang.IllegalArgumentException: Unknown URI content://none/x\n",
      exitCode: 1,
    },
    {
      script: "content delete --uri content://sms/1; content delete --uri content://sms --where 'a=1'",
      told: ['contentDelete "content://sms/1"', 'contentDelete "content://sms" "a=1"'],
    },
    {
      script: "content delete --uri content://none/x",
      told: ['contentDelete "content://none/x"'],
      stderr: "Error while accessing provider:none\njava.lang.IllegalArgumentException: Unknown URI content://none/x\n",
      exitCode: 1,
    },
    ["content query", "", "[ERROR] Content provider URI not specified. Did you specify --uri argument?\n", 1],
    [
      "content query --uri",
      "",
      "\nException occurred while executing 'query':\njava.lang.IllegalArgumentException: Argument expected after \"--uri\"\n",
      255,
    ],
    ["content query --bogus 2>&1 | tail -1", "[ERROR] Unsupported argument: --bogus\n"],
    [
      "content insert --uri content://sms --bind nonsense",
      "",
      "[ERROR] Binding not well formed: nonsense; it must be <COLUMN>:<TYPE>:<VALUE>\n",
      1,
    ],
    [
      "content insert --uri content://sms --bind a:q:1",
      "",
      "[ERROR] Binding not well formed: a:q:1; it must be <COLUMN>:<TYPE>:<VALUE>\n",
      1,
    ],
    [
      "content | head -1; content juggle 2>&1 | tail -1; content constructor 2>&1 | tail -1",
      "usage: content [subcommand] [options]\n[ERROR] Unsupported operation: juggle\n[ERROR] Unsupported operation: constructor\n",
    ],
    ["content | tail -3", "  URIs: content://settings/{system,secure,global},\n  content://a/{b,c},\n  content://d\n"],
    ["content query --user 0 --uri content://settings/global", "Row: 0 _id=1, name=wifi_on, value=1\n"],
    {
      script: "content insert --uri content://sms --bind __proto__:s:x",
      told: ['contentInsert "content://sms" {"__proto__":"x"}'],
    },
  ]);
});
