import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();
const failure = (text: string): string =>
  `\nException occurred while executing 'providers':\njava.lang.IllegalArgumentException: ${text}\n`;

describe("cmd location with positions allowed", () => {
  const rows = {
    one: "cmd location providers add-test-provider gps --requiresSatellite --powerRequirement 1",
    two: "cmd location providers set-test-provider-location gps --location 52.52,13.405 --accuracy 12 --time 1700000000000",
  };
  testOnPhone(
    used,
    [
      {
        script: `${rows.one}; ${rows.two}; dumpsys location | grep -A2 gps; cmd location set-location-enabled false; dumpsys location | grep -c last.location=null`,
        told: [
          'putSetting "secure" "mock_location_providers" "gps"',
          'putSetting "secure" "mock_location_fix" "gps 52.52 13.405 12 1700000000000"',
          'putSetting "secure" "location_mode" "0"',
        ],
        stdout:
          "    gps provider [mock]:\n      last location=Location[gps 52.520000,13.405000 hAcc=12 mock]\n      enabled=true\n4\n",
      },
      {
        script: `${rows.one}; ${rows.two}; cmd location providers remove-test-provider gps; dumpsys location | grep -c mock`,
        told: [
          'putSetting "secure" "mock_location_providers" "gps"',
          'putSetting "secure" "mock_location_fix" "gps 52.52 13.405 12 1700000000000"',
          'putSetting "secure" "mock_location_providers" ""',
          'deleteSetting "secure" "mock_location_fix"',
        ],
        stdout: "0\n",
        exitCode: 1,
      },
      [
        "for to in 91,0 0,181 x,0 0 0,0,0 NaN,0; do cmd location providers set-test-provider-location gps --location $to; done; cmd location providers set-test-provider-location gps; cmd location providers set-test-provider-location gps --location 0,0 --accuracy -1",
        "",
        failure("Location argument is not a valid position").repeat(8),
        255,
      ],
      [
        "cmd location providers set-test-provider-location gps --location 1,2; cmd location providers add-test-provider moon; cmd location providers add-test-provider gps -x; cmd location providers juggle",
        "Unknown command: juggle\n",
        failure("gps provider is not a test provider") +
          failure('provider "moon" is none of passive, network, fused, gps') +
          failure("Received unexpected option: -x"),
        255,
      ],
    ],
    (phone) => {
      phone.settings.secure.set("mock_location", "1");
      phone.settings.secure.set("location_mode", "3");
    },
  );
});
