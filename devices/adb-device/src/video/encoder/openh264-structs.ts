import type koffi from "koffi";

/** Limits of codec_app_def.h: spatial layers of a stream, slices of a layer, and layers of a frame. */
const SPATIAL_LAYERS_MAX = 4;
const SLICES_MAX = 35;
const FRAME_LAYERS_MAX = 128;

/** First minor version of OpenH264 2 with quality statistics at the ends of the structures. */
const STATISTICS_VERSION = 6;

/**
 * Declares structures of OpenH264 2.3 to 2.6 (codec/api/wels/codec_app_def.h), with members under their names there.
 * All have the size of version 2.6, except for an array's elements: older versions use less of them.
 */
export function declareStructs({ struct, array }: typeof koffi, minorVersion: number) {
  const statistics = { bPsnrY: "bool", bPsnrU: "bool", bPsnrV: "bool" };
  const slices = struct({
    uiSliceMode: "int",
    uiSliceNum: "uint",
    uiSliceMbNum: array("uint", SLICES_MAX),
    uiSliceSizeConstraint: "uint",
  });
  const spatialLayer = struct({
    iVideoWidth: "int",
    iVideoHeight: "int",
    fFrameRate: "float",
    iSpatialBitrate: "int",
    iMaxSpatialBitrate: "int",
    uiProfileIdc: "int",
    uiLevelIdc: "int",
    iDLayerQp: "int",
    sSliceArgument: slices,
    bVideoSignalTypePresent: "bool",
    uiVideoFormat: "uint8",
    bFullRange: "bool",
    bColorDescriptionPresent: "bool",
    uiColorPrimaries: "uint8",
    uiTransferCharacteristics: "uint8",
    uiColorMatrix: "uint8",
    bAspectRatioPresent: "bool",
    eAspectRatio: "int",
    sAspectRatioExtWidth: "ushort",
    sAspectRatioExtHeight: "ushort",
  });
  const frameLayer = struct({
    uiTemporalId: "uint8",
    uiSpatialId: "uint8",
    uiQualityId: "uint8",
    eFrameType: "int",
    uiLayerType: "uint8",
    iSubSeqId: "int",
    iNalCount: "int",
    pNalLengthInByte: "void *",
    pBsBuf: "void *",
    ...(minorVersion >= STATISTICS_VERSION && { rPsnr: array("float", 3) }),
  });
  return {
    /** SEncParamExt */
    parameters: struct({
      iUsageType: "int",
      iPicWidth: "int",
      iPicHeight: "int",
      iTargetBitrate: "int",
      iRCMode: "int",
      fMaxFrameRate: "float",
      iTemporalLayerNum: "int",
      iSpatialLayerNum: "int",
      sSpatialLayers: array(spatialLayer, SPATIAL_LAYERS_MAX),
      iComplexityMode: "int",
      uiIntraPeriod: "uint",
      iNumRefFrame: "int",
      eSpsPpsIdStrategy: "int",
      bPrefixNalAddingCtrl: "bool",
      bEnableSSEI: "bool",
      bSimulcastAVC: "bool",
      iPaddingFlag: "int",
      iEntropyCodingModeFlag: "int",
      bEnableFrameSkip: "bool",
      iMaxBitrate: "int",
      iMaxQp: "int",
      iMinQp: "int",
      uiMaxNalSize: "uint",
      bEnableLongTermReference: "bool",
      iLTRRefNum: "int",
      iLtrMarkPeriod: "uint",
      iMultipleThreadIdc: "ushort",
      bUseLoadBalancing: "bool",
      iLoopFilterDisableIdc: "int",
      iLoopFilterAlphaC0Offset: "int",
      iLoopFilterBetaOffset: "int",
      bEnableDenoise: "bool",
      bEnableBackgroundDetection: "bool",
      bEnableAdaptiveQuant: "bool",
      bEnableFrameCroppingFlag: "bool",
      bEnableSceneChangeDetect: "bool",
      bIsLosslessLink: "bool",
      bFixRCOverShoot: "bool",
      iIdrBitrateRatio: "int",
      ...statistics,
    }),
    /** SSourcePicture */
    picture: struct({
      iColorFormat: "int",
      iStride: array("int", 4),
      pData: array("void *", 4),
      iPicWidth: "int",
      iPicHeight: "int",
      uiTimeStamp: "int64",
      ...statistics,
    }),
    /** SFrameBSInfo */
    frame: struct({
      iLayerNum: "int",
      sLayerInfo: array(frameLayer, FRAME_LAYERS_MAX),
      eFrameType: "int",
      iFrameSizeInBytes: "int",
      uiTimeStamp: "int64",
    }),
    /** SLayerBSInfo */
    frameLayer,
  };
}
