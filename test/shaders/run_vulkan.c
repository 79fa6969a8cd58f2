/* Runs SPIR-V as compute shaders by Vulkan, on the first device that has 64-bit floats (job.h).  A text is a shader
 * with the entry point `main` and a local size of 64, which does nothing for rows from the count on; binding 0 holds
 * the rows, binding 1 the values, both arrays of words. */
#include "job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

enum { LOCAL_SIZE = 64, BUFFERS = 2, MOST_DEVICES = 8 };

static VkInstance instance;
static VkPhysicalDevice physical;
static VkDevice device;
static VkQueue queue;
static uint32_t family;
static VkDescriptorSetLayout set_layout;
static VkPipelineLayout layout;
static VkDescriptorPool set_pool;
static VkDescriptorSet set;
static VkCommandPool command_pool;
static VkCommandBuffer commands;

typedef struct {
  VkBuffer buffer;
  VkDeviceMemory memory;
  void *bytes;
} shared_buffer;

/* ---- the device -------------------------------------------------------------------------------------- */

/* The first family of queues that can compute; UINT32_MAX: there is none. */
static uint32_t computing_family(VkPhysicalDevice candidate) {
  VkQueueFamilyProperties families[8];
  uint32_t count = 8;
  vkGetPhysicalDeviceQueueFamilyProperties(candidate, &count, families);
  for (uint32_t i = 0; i < count; i++) {
    if (families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) return i;
  }
  return UINT32_MAX;
}

static int find_device(void) {
  VkPhysicalDevice candidates[MOST_DEVICES];
  uint32_t count = MOST_DEVICES;
  if (vkEnumeratePhysicalDevices(instance, &count, candidates) < 0) return 0;
  for (uint32_t i = 0; i < count; i++) {
    VkPhysicalDeviceFeatures features;
    vkGetPhysicalDeviceFeatures(candidates[i], &features);
    physical = candidates[i];
    family = computing_family(physical);
    if (features.shaderFloat64 && family != UINT32_MAX) return 1;
  }
  return 0;
}

static VkResult open_instance(void) {
  const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
  const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
  return vkCreateInstance(&info, NULL, &instance);
}

static VkResult open_device(void) {
  const float priority = 1;
  const VkDeviceQueueCreateInfo queue_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                              .queueFamilyIndex = family,
                                              .queueCount = 1,
                                              .pQueuePriorities = &priority};
  const VkPhysicalDeviceFeatures features = {.shaderFloat64 = VK_TRUE};
  const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                   .queueCreateInfoCount = 1,
                                   .pQueueCreateInfos = &queue_info,
                                   .pEnabledFeatures = &features};
  const VkResult result = vkCreateDevice(physical, &info, NULL, &device);
  if (result == VK_SUCCESS) vkGetDeviceQueue(device, family, 0, &queue);
  return result;
}

/* ---- what all jobs share ----------------------------------------------------------------------------- */

static VkResult open_layouts(void) {
  VkDescriptorSetLayoutBinding bindings[BUFFERS];
  for (uint32_t i = 0; i < BUFFERS; i++) {
    bindings[i] =
        (VkDescriptorSetLayoutBinding){i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
  }
  const VkDescriptorSetLayoutCreateInfo set_info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = BUFFERS, .pBindings = bindings};
  const VkResult result = vkCreateDescriptorSetLayout(device, &set_info, NULL, &set_layout);
  if (result != VK_SUCCESS) return result;
  const VkPipelineLayoutCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set_layout};
  return vkCreatePipelineLayout(device, &info, NULL, &layout);
}

static VkResult open_set(void) {
  const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, BUFFERS};
  const VkDescriptorPoolCreateInfo pool_info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size};
  const VkResult result = vkCreateDescriptorPool(device, &pool_info, NULL, &set_pool);
  if (result != VK_SUCCESS) return result;
  const VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                            .descriptorPool = set_pool,
                                            .descriptorSetCount = 1,
                                            .pSetLayouts = &set_layout};
  return vkAllocateDescriptorSets(device, &info, &set);
}

static VkResult open_commands(void) {
  const VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                             .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                             .queueFamilyIndex = family};
  const VkResult result = vkCreateCommandPool(device, &pool_info, NULL, &command_pool);
  if (result != VK_SUCCESS) return result;
  const VkCommandBufferAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = command_pool, .commandBufferCount = 1};
  return vkAllocateCommandBuffers(device, &info, &commands);
}

int device_open(char name[LONGEST_NAME + 1]) {
  if (open_instance() != VK_SUCCESS || !find_device()) {
    return job_fail(NULL, "there is no Vulkan device that has 64-bit floats");
  }
  VkPhysicalDeviceProperties properties;
  vkGetPhysicalDeviceProperties(physical, &properties);
  snprintf(name, LONGEST_NAME, "%.200s", properties.deviceName);
  VkResult result = open_device();
  if (result == VK_SUCCESS) result = open_layouts();
  if (result == VK_SUCCESS) result = open_set();
  if (result == VK_SUCCESS) result = open_commands();
  return result == VK_SUCCESS || job_fail(NULL, "%s could not be opened: %d", name, (int)result);
}

void device_close(void) {
  vkDestroyCommandPool(device, command_pool, NULL);
  vkDestroyDescriptorPool(device, set_pool, NULL);
  vkDestroyPipelineLayout(device, layout, NULL);
  vkDestroyDescriptorSetLayout(device, set_layout, NULL);
  vkDestroyDevice(device, NULL);
  vkDestroyInstance(instance, NULL);
}

/* ---- buffers ----------------------------------------------------------------------------------------- */

/* A type of memory among `allowed` that both sides see; UINT32_MAX: there is none. */
static uint32_t shared_memory(uint32_t allowed) {
  const VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  VkPhysicalDeviceMemoryProperties properties;
  vkGetPhysicalDeviceMemoryProperties(physical, &properties);
  for (uint32_t i = 0; i < properties.memoryTypeCount; i++) {
    if (allowed >> i & 1 && (properties.memoryTypes[i].propertyFlags & wanted) == wanted) return i;
  }
  return UINT32_MAX;
}

static VkResult open_buffer(shared_buffer *b, size_t size) {
  const VkBufferCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
  VkResult result = vkCreateBuffer(device, &info, NULL, &b->buffer);
  if (result != VK_SUCCESS) return result;
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device, b->buffer, &needs);
  const VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .allocationSize = needs.size,
                                       .memoryTypeIndex = shared_memory(needs.memoryTypeBits)};
  result = vkAllocateMemory(device, &memory, NULL, &b->memory);
  if (result == VK_SUCCESS) result = vkBindBufferMemory(device, b->buffer, b->memory, 0);
  if (result == VK_SUCCESS) result = vkMapMemory(device, b->memory, 0, VK_WHOLE_SIZE, 0, &b->bytes);
  return result;
}

static void close_buffer(shared_buffer *b) {
  vkDestroyBuffer(device, b->buffer, NULL);
  vkFreeMemory(device, b->memory, NULL);
}

static void bind(uint32_t binding, VkBuffer buffer) {
  const VkDescriptorBufferInfo info = {buffer, 0, VK_WHOLE_SIZE};
  const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = set,
                                      .dstBinding = binding,
                                      .descriptorCount = 1,
                                      .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                      .pBufferInfo = &info};
  vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
}

/* ---- a job ------------------------------------------------------------------------------------------- */

static VkResult build(const job *j, VkPipeline *pipeline) {
  const VkShaderModuleCreateInfo module_info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                                .codeSize = j->text_size,
                                                .pCode = (const uint32_t *)(const void *)j->text};
  VkShaderModule module;
  VkResult result = vkCreateShaderModule(device, &module_info, NULL, &module);
  if (result != VK_SUCCESS) return result;
  const VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                            .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                      .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                      .module = module,
                                                      .pName = "main"},
                                            .layout = layout};
  result = vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, pipeline);
  vkDestroyShaderModule(device, module, NULL);
  return result;
}

static VkResult dispatch(VkPipeline pipeline, uint32_t groups) {
  const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  vkBeginCommandBuffer(commands, &begin);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
  vkCmdDispatch(commands, groups, 1, 1);
  VkResult result = vkEndCommandBuffer(commands);
  const VkSubmitInfo submit = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
  if (result == VK_SUCCESS) result = vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE);
  return result == VK_SUCCESS ? vkQueueWaitIdle(queue) : result;
}

static VkResult run(job *j, VkPipeline pipeline) {
  shared_buffer rows = {0}, values = {0};
  VkResult result = open_buffer(&rows, j->rows_size);
  if (result == VK_SUCCESS) result = open_buffer(&values, j->values_size);
  if (result == VK_SUCCESS) {
    memcpy(rows.bytes, j->rows, j->rows_size);
    bind(0, rows.buffer);
    bind(1, values.buffer);
    result = dispatch(pipeline, (uint32_t)((j->count + LOCAL_SIZE - 1) / LOCAL_SIZE));
  }
  if (result == VK_SUCCESS) memcpy(j->values, values.bytes, j->values_size);
  close_buffer(&rows);
  close_buffer(&values);
  return result;
}

int device_run(job *j) {
  VkPipeline pipeline = VK_NULL_HANDLE;
  VkResult result = build(j, &pipeline);
  j->built = now();
  if (result == VK_SUCCESS) result = run(j, pipeline);
  vkDestroyPipeline(device, pipeline, NULL);
  return result == VK_SUCCESS || job_fail(j, "it did not run: Vulkan gave %d", (int)result);
}
